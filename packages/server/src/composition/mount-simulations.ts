import type { Sandbox } from '@tendril/contract/provider/sandbox';
import { defaultLanguage } from '@tendril/contract/voice/languages';
import { usablePostCallFields } from '@tendril/contract/voice/post-call-problems';
import type { CallAnalyses } from '../features/voice/call-analysis/public.ts';
import type { Calls, VoiceModelProvider } from '../features/voice/calls/public.ts';
import {
  callerVoice,
  createSimulations,
  createSimulator,
  type OpenCaller,
  type Simulations,
  simulationRoutes,
} from '../features/voice/simulations/public.ts';
import type { VoiceAgents } from '../features/voice/voice-agents/public.ts';
import type { VoiceService } from '../features/voice/voices/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import type { Runtime } from './runtime.ts';

interface SimulationNeeds {
  jobs: JobQueue;
  agents: VoiceAgents;
  analyses: Pick<CallAnalyses, 'read'>;
  calls: Calls;
  modelProvider: VoiceModelProvider;
  sandbox: Sandbox;
  voices: Pick<VoiceService, 'callerVoice'>;
  voiceModels: Runtime['voiceModels'];
  openCaller: OpenCaller;
}

/** Test cases of voice agents; those that the last stop interrupted are ended first. Returns them. */
export async function mountSimulations(
  app: App,
  { db, limits, processes }: Infrastructure,
  { analyses, modelProvider, voices, voiceModels, ...needs }: SimulationNeeds,
): Promise<Simulations> {
  const { jobs, agents, calls, sandbox, openCaller } = needs;
  const simulations = createSimulations({
    ...{ db, jobs, limits, agents, calls, sandbox, openCaller },
    ownerId: processes.id,
    async openSimulator(scope, agentId, temperature) {
      const { snapshot } = await agents.snapshot(scope, agentId, 'draft');
      const { converse } = await voiceModels();
      return createSimulator(await modelProvider.open(scope, { ...snapshot.llm, temperature }), converse);
    },
    async openCallerVoice(scope, agentId) {
      const { agent } = (await agents.snapshot(scope, agentId, 'draft')).snapshot;
      return callerVoice(await voices.callerVoice(scope, agent.voiceId), agent.language || defaultLanguage);
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
  app.streams.onDrain(() => simulations.close());
  const endRecovery = await processes.recover(
    'simulations that nobody went on with were ended',
    simulations.recover,
  );
  app.fastify.addHook('preClose', async () => {
    endRecovery();
    simulations.close();
  });
  return simulations;
}
