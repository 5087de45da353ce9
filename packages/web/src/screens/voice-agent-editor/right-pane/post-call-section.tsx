/** What is drawn from finished calls. */
export function PostCallSection({ agentId }: { agentId: string }) {
  return <div data-agent={agentId} />;
}
