/** Functions of the agent. */
export function FunctionsSection({ agentId }: { agentId: string }) {
  return <div data-agent={agentId} />;
}
