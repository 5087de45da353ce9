import type { Sandbox } from '@tendril/contract/provider/sandbox';
import { usablePostCallFields } from '@tendril/contract/voice/post-call-problems';
import type { CallAnalyses } from '../features/call-analysis/call-analysis.service.ts';
import type { Calls } from '../features/calls/calls.service.ts';
import type { VoiceModelDesk } from '../features/calls/voice-model-desk.service.ts';
import { simulationRoutes } from '../features/simulations/simulations.routes.ts';
import { createSimulations } from '../features/simulations/simulations.service.ts';
import { createSimulator } from '../features/simulations/simulator.ts';
import type { VoiceAgents } from '../features/voice-agents/voice-agents.service.ts';
import type { FirstFloor } from '../first-floor.ts';
import type { Ground } from '../ground.ts';
import type { App } from '../http/app.ts';

interface SimulationNeeds {
  agents: VoiceAgents;
  analyses: Pick<CallAnalyses, 'read'>;
  calls: Calls;
  modelDesk: VoiceModelDesk;
  sandbox: Sandbox;
  voiceModels: FirstFloor['voiceModels'];
}

/** Test cases of voice agents; those that the last stop cut off are ended first. */
export async function mountSimulations(
  app: App,
  { db, log }: Ground,
  { agents, analyses, calls, modelDesk, sandbox, voiceModels }: SimulationNeeds,
): Promise<void> {
  const simulations = createSimulations({
    ...{ db, log, agents, calls, sandbox },
    async openSimulator(scope, agentId, temperature) {
      const { snapshot } = await agents.snapshot(scope, agentId, 'draft');
      const { converse } = await voiceModels();
      return createSimulator(await modelDesk.open(scope, { ...snapshot.llm, temperature }), converse);
    },
    async analyse(scope, { agentId, transcript, disconnectionReason: reason }, signal) {
      const { settings } = (await agents.snapshot(scope, agentId, 'draft')).snapshot;
      const conversation = { transcript, fields: usablePostCallFields(settings.postCallFields), reason };
      const options = { signal, isPatient: false };
      const { analysis, costUsd } = await analyses.read(scope, conversation, settings.postCallModel, options);
      return { values: analysis.customAnalysisData, costUsd };
    },
  });
  agents.onRemove((trx, scope, agentId) => simulations.removeOf(trx, scope, agentId));
  simulationRoutes(app, simulations);
  app.streams.onDrain(() => void simulations.close());
  app.fastify.addHook('preClose', () => simulations.close());
  const count = await simulations.recover();
  if (count > 0) log.warn({ count }, 'simulations that the last stop interrupted were ended');
}
