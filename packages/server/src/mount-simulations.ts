import type { Calls } from './features/calls/calls.service.ts';
import type { VoiceModelDesk } from './features/calls/voice-model-desk.service.ts';
import { simulationRoutes } from './features/simulations/simulations.routes.ts';
import { createSimulations } from './features/simulations/simulations.service.ts';
import type { VoiceAgents } from './features/voice-agents/voice-agents.service.ts';
import type { Ground } from './ground.ts';
import type { App } from './http/app.ts';

interface SimulationNeeds {
  agents: VoiceAgents;
  calls: Calls;
  modelDesk: VoiceModelDesk;
}

/** Test cases of voice agents; those that the last stop cut off are ended first. */
export async function mountSimulations(
  app: App,
  { db, log }: Ground,
  { agents, calls, modelDesk }: SimulationNeeds,
): Promise<void> {
  const simulations = createSimulations({
    ...{ db, log, agents, calls },
    async openModel(scope, agentId) {
      const { snapshot } = await agents.snapshot(scope, agentId, 'draft');
      return modelDesk.open(scope, snapshot.llm);
    },
  });
  agents.onRemove((trx, scope, agentId) => simulations.removeOf(trx, scope, agentId));
  simulationRoutes(app, simulations);
  const count = await simulations.recover();
  if (count > 0) log.warn({ count }, 'simulations that the last stop interrupted were ended');
}
