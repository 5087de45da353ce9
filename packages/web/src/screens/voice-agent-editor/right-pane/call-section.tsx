/** Call settings of the agent. */
export function CallSection({ agentId }: { agentId: string }) {
  return <div data-agent={agentId} />;
}
