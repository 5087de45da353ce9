/** Webhooks of the agent. */
export function WebhookSection({ agentId }: { agentId: string }) {
  return <div data-agent={agentId} />;
}
