/** Puts the agent on a phone number, or into a page or program. */
export function DeploymentDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  return <button type="button" data-agent={agentId} onClick={onClose} />;
}
