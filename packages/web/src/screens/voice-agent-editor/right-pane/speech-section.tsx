/** Speech settings of the agent. */
export function SpeechSection({ agentId }: { agentId: string }) {
  return <div data-agent={agentId} />;
}
