/** Test cases of the agent. */
export function SimulationTab({ agentId }: { agentId: string }) {
  return <div data-agent={agentId} />;
}
