import { call } from '../../kit/api/call.ts';
import { RequestError } from '../../kit/api/request-error.ts';

/** Names of the voice agents that these flows answer for, once each; for the question before they are deleted. */
export async function agentsOfFlows(ids: readonly string[]): Promise<string[]> {
  // Lists of flows, which ask this, need nothing else of what a voice agent is.
  const { listFlowAgents } = await import('@tendril/contract/api/voice-agents');
  const answers = await Promise.all(
    ids.map((id) => call(listFlowAgents, { params: { id } }).catch(noneOfMissing)),
  );
  const agents = new Map(answers.flatMap(({ data }) => data.map(({ id, agentName }) => [id, agentName])));
  return [...agents.values()];
}

// Somebody else has deleted the flow meanwhile: nobody answers by it any more.
function noneOfMissing(error: unknown): { data: never[] } {
  if (error instanceof RequestError && error.code === 'NOT_FOUND') return { data: [] };
  throw error;
}
