import { AppError } from '@tendril/contract/app-error';
import type { Calls } from '../features/voice/calls/public.ts';
import { SipLines } from '../features/voice/phone-lines/public.ts';
import { openCallers } from '../features/voice/simulations/public.ts';
import { createVoiceAgents } from '../features/voice/voice-agents/public.ts';
import type { VoiceWebhooks } from '../features/voice/voice-webhooks/public.ts';
import type { Scope } from '../platform/db/scope.ts';
import { createPeerAddresses } from '../platform/egress/peer-addresses.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { mountCallAnalysis } from './mount-call-analysis.ts';
import { mountCalls } from './mount-calls.ts';
import { mountOutbound } from './mount-outbound.ts';
import { mountPhoneNumbers } from './mount-phone-numbers.ts';
import { mountRetell } from './mount-retell.ts';
import { mountSimulations } from './mount-simulations.ts';
import { mountVoiceAgents } from './mount-voice-agents.ts';
import { mountVoiceWebhooks } from './mount-voice-webhooks.ts';
import { mountVoices } from './mount-voices.ts';
import { openMediaProcesses } from './open-media-process.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** The voice features in order: voices and agents, then what routes calls to them and what follows from those calls; returns the calls, and the outbox, which flows use too. */
export async function mountVoice(
  app: App,
  infrastructure: Infrastructure,
  runtime: Runtime,
  services: Services,
): Promise<{ calls: Calls; webhooks: VoiceWebhooks }> {
  const { db, vault, audit } = infrastructure;
  const voices = mountVoices(app, infrastructure, services);
  const isVoice = async (scope: Scope, voiceId: string) => (await voices.find(scope, voiceId)) !== undefined;
  const agents = createVoiceAgents({ db, vault, audit, isVoice });
  const webhooks = mountVoiceWebhooks(app, infrastructure, services.jobs, agents, {
    require: async (scope, flowId) => requireOwnFlow(await services.liveFlows.find(flowId), scope),
    onRemove: services.flows.onRemove,
  });
  const { media, simulated } = openMediaProcesses(app, infrastructure);
  const openCaller = openCallers(simulated);
  const sip = new SipLines({
    ...{
      config: infrastructure.config,
      db,
      log: infrastructure.log,
      openCredential: services.credentials.open,
    },
    addresses: createPeerAddresses(infrastructure.config),
    isWanted: wantsTrunks(infrastructure),
    media,
  });
  const { numbers, rules, imports, carriers } = mountPhoneNumbers(app, infrastructure, {
    agents,
    webhooks,
    openCredential: services.credentials.open,
    sip,
  });
  const { versions } = mountVoiceAgents(app, infrastructure, {
    agents,
    isVoice,
    numbersByAgent: numbers.listByAgent,
  });
  const { calls, placed, limits, modelProvider } = await mountCalls(app, infrastructure, runtime, services, {
    agents,
    speech: voices,
    webhooks,
    media,
    openCaller,
  });
  const { ledCalls, batches } = await mountOutbound(app, infrastructure, services, {
    ...{ calls, numbers, rules, carriers, agents, webhooks, limits, sip, media },
  });
  const analyses = await mountCallAnalysis(app, infrastructure, services, { agents, calls, webhooks });
  const simulations = await mountSimulations(app, infrastructure, {
    jobs: services.jobs,
    agents,
    analyses,
    calls,
    modelProvider,
    sandbox: services.sandbox,
    voices,
    voiceModels: runtime.voiceModels,
    openCaller,
  });
  mountRetell(app, infrastructure, {
    ...{ agents, versions, numbers, imports, voices, calls, placed },
    ...{ outbound: ledCalls, batches, analyses, simulations },
    ...retellNeeds(services, runtime),
  });
  return { calls, webhooks };
}

/** Calls of trunks are for processes that carry calls; for those that serve pages where there are no others. */
function wantsTrunks({ config, callProcesses }: Pick<Infrastructure, 'config' | 'callProcesses'>) {
  return async () => config.roles.includes('media') || (await callProcesses.inOrder())[0]?.isHere === true;
}

function requireOwnFlow(flow: Scope | undefined, { workspaceId }: Scope): void {
  if (flow?.workspaceId !== workspaceId) throw new AppError('NOT_FOUND', 'Flow not found.');
}

/** What Retell's clients use of other domains. */
function retellNeeds({ knowledge, flows, credentials }: Services, runtime: Runtime) {
  return {
    knowledge,
    flows,
    listCredentials: credentials.list,
    findTemplate: async (name: string) => (await runtime.catalogue()).template(name),
  };
}
