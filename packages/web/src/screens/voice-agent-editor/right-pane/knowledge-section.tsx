/** Knowledge bases of the agent. */
export function KnowledgeSection({ agentId }: { agentId: string }) {
  return <div data-agent={agentId} />;
}
