import type { Sandbox } from '@tendril/contract/provider/sandbox';
import { usablePostCallFields } from '@tendril/contract/voice/post-call-problems';
import type { CallAnalyses } from '../features/voice/call-analysis/public.ts';
import type { Calls, VoiceModelProvider } from '../features/voice/calls/public.ts';
import {
  createSimulations,
  createSimulator,
  simulationRoutes,
} from '../features/voice/simulations/public.ts';
import type { VoiceAgents } from '../features/voice/voice-agents/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';

interface SimulationNeeds {
  agents: VoiceAgents;
  analyses: Pick<CallAnalyses, 'read'>;
  calls: Calls;
  modelProvider: VoiceModelProvider;
  sandbox: Sandbox;
  voiceModels: Runtime['voiceModels'];
}

/** Test cases of voice agents; those that the last stop interrupted are ended first. */
export async function mountSimulations(
  app: App,
  { db, log, limits, processes }: Infrastructure,
  { agents, analyses, calls, modelProvider, sandbox, voiceModels }: SimulationNeeds,
): Promise<void> {
  const simulations = createSimulations({
    ...{ db, log, limits, agents, calls, sandbox },
    ownerId: processes.id,
    async openSimulator(scope, agentId, temperature) {
      const { snapshot } = await agents.snapshot(scope, agentId, 'draft');
      const { converse } = await voiceModels();
      return createSimulator(await modelProvider.open(scope, { ...snapshot.llm, temperature }), converse);
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
  const endRecovery = await processes.recover(
    'simulations that nobody went on with were ended',
    simulations.recover,
  );
  app.fastify.addHook('preClose', () => {
    endRecovery();
    return simulations.close();
  });
}
