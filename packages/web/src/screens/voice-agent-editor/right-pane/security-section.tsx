/** Security and fallback settings of the agent. */
export function SecuritySection({ agentId }: { agentId: string }) {
  return <div data-agent={agentId} />;
}
