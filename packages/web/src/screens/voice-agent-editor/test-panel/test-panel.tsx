/** Tries the agent in the browser. */
export function TestPanel({ agentId }: { agentId: string }) {
  return <div data-agent={agentId} />;
}
