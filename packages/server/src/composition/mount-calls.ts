import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { callTokenMs } from '@tendril/contract/voice/call-socket';
import type { CallParts, CallSession } from '@tendril/voice/call-session';
import { removeRuns } from '../features/flows/runs/public.ts';
import { removeUnaskedGaps } from '../features/knowledge/gaps/public.ts';
import {
  type CallHook,
  type CallLimits,
  type Calls,
  callFunctions,
  callRoutes,
  createCallLimits,
  createCalls,
  createFunctionTests,
  createRecordings,
  createResponders,
  createVoiceModelProvider,
  keptPlaces,
  ledLines,
  type MediaProcess,
  openDenoisers,
  type PlacedCalls,
  placedCalls,
  type Recordings,
  recordingRoutes,
  type SpeechProvider,
  type VoiceModelProvider,
} from '../features/voice/calls/public.ts';
import type { OpenCaller } from '../features/voice/simulations/public.ts';
import type { VoiceAgents } from '../features/voice/voice-agents/public.ts';
import type { VoiceWebhooks } from '../features/voice/voice-webhooks/public.ts';
import type { DatabaseTransaction } from '../platform/db/schema.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { registerRecurring } from '../platform/jobs/recurring-job.ts';
import { noteCallEvent } from '../platform/telemetry/note-call-event.ts';
import { mountCallRecords, type TraceRemover } from './mount-call-records.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

const uploadRestMs = 10 * 60_000;

interface CallNeeds {
  agents: VoiceAgents;
  speech: SpeechProvider;
  webhooks: VoiceWebhooks;
  media: MediaProcess | undefined;
  openCaller: OpenCaller;
}

/** Calls and everything that answers them; those that the last stop interrupted are closed first. */
export async function mountCalls(
  app: App,
  infrastructure: Infrastructure,
  runtime: Pick<Runtime, 'voiceModels'>,
  services: Services,
  { agents, speech, webhooks, media, openCaller }: CallNeeds,
): Promise<{ calls: Calls; placed: PlacedCalls; limits: CallLimits; modelProvider: VoiceModelProvider }> {
  const { bucket, config, vault, egress, files, processes } = infrastructure;
  const { credentials, events, knowledge, plans, predictions } = services;
  const fetch = egress.fetch as FetchFunction;
  const fetchOf = ({ workspaceId }: Scope) => egress.of(workspaceId).fetch as FetchFunction;
  const recordings = createRecordings(config.home, vault, bucket);
  const modelProvider = createVoiceModelProvider({
    config,
    voiceModels: runtime.voiceModels,
    credentials,
    fetchOf,
  });
  const responders = createResponders({
    modelProvider,
    voiceModels: runtime.voiceModels,
    knowledge,
    predictions,
    isDemoFlow: demoFlows(plans),
    openSocket: egress.openSocket,
    connectSpeech: speech.connectSpeech,
  });
  const openFunctions = callFunctions({ config, agents, fetch });
  const removers: TraceRemover[] = [
    (trx, scope, callId) => webhooks.removeOfCall(trx, scope, callId),
    (trx, scope) => removeUnaskedGaps(trx, scope),
    (trx, scope, callId) => removeRunsOfCall(files, trx, scope, callId),
  ];
  const calls = createCalls({
    ...infrastructure,
    events,
    agents,
    recordings,
    onEvent: (event, { kind }) => noteCallEvent(infrastructure.metrics, event, kind),
    session: { responders, speech, openFunctions, loadSession: sessionLoader(infrastructure) },
    removeTraces: traceRemoval(removers),
    async removeFiles({ workspaceId }, unused) {
      for (const sha256 of unused) await files.remove(workspaceId, sha256);
    },
  });
  measureCalls(infrastructure, services, calls);
  notifyReceivers(calls, webhooks);
  const limits = createCallLimits(infrastructure.limits);
  const kept = keptPlaces({ calls, load: infrastructure.load });
  const placed = placedCalls({ ...infrastructure, calls, kept, media });
  callRoutes(app, {
    ...{ calls, placed, kept, callProcesses: infrastructure.callProcesses, log: infrastructure.log },
    functionTests: createFunctionTests({ config, agents, fetch }),
    config,
    limits,
    workspaceLimits: infrastructure.limits,
    led: ledLines(infrastructure),
    media,
  });
  recordingRoutes(app, calls, recordings);
  await mountCallRecords(app, infrastructure, services, {
    ...{ agents, calls, recordings, removers, openCaller },
  });
  if (bucket) uploadRest(app, recordings, infrastructure.log);
  registerRecurring(services.jobs, { name: 'call-lapse', everyMs: callTokenMs, run: () => calls.lapse() });
  const endRecovery = await processes.recover('calls that nobody went on with were closed', calls.recover);
  // Nobody can take a call over: it goes on while the database is away, until others have closed it.
  processes.onLost(({ isTaken }) => {
    if (isTaken) void calls.endAll();
  });
  app.ownedWork.push({ maxMs: config.callDrainMs, idle: calls.idle, release: calls.endAll });
  app.fastify.addHook('preClose', () => {
    endRecovery();
    return calls.close();
  });
  return { calls, placed, limits, modelProvider };
}

function measureCalls({ metrics }: Infrastructure, { analytics }: Services, calls: Calls): void {
  metrics.observe(
    { name: 'calls_active', help: 'Calls in progress in this process, tests and simulations too.' },
    () => [{ value: calls.active() }],
  );
  calls.onEnded({
    committed: ({ workspaceId, call: { id, agentId, agentName } }) =>
      analytics.callEnded({ id, agentId, agentName }, () => calls.events({ workspaceId }, id)),
  });
}

/** Sessions that count the frames which this process, too busy, does not send in time. */
function sessionLoader({ metrics, log }: Infrastructure): () => Promise<(parts: CallParts) => CallSession> {
  const onLate = (frames: number) => metrics.audioLateFrames.add(frames);
  const openDenoiser = openDenoisers((error) => log.error({ err: error }, 'no noise reduction in calls'));
  return async () => {
    const { createCallSession } = await import('@tendril/voice/create-call-session');
    return ({ audio, ...parts }) =>
      createCallSession({ ...parts, ...(audio && { audio: { ...audio, onLate, openDenoiser } }) });
  };
}

/** Uploads, again and again, the recordings that could not be uploaded at the end of their calls. */
function uploadRest(app: App, recordings: Recordings, log: Infrastructure['log']): void {
  const upload = () =>
    recordings.settleRest().catch((error: unknown) => {
      log.warn({ err: error }, 'recordings could not be uploaded; they are tried again');
    });
  const timer = setInterval(upload, uploadRestMs).unref();
  app.fastify.addHook('onClose', async () => clearInterval(timer));
}

/** Notifies the agents' webhook receivers of calls. */
function notifyReceivers(calls: Calls, webhooks: VoiceWebhooks): void {
  const hook = (event: 'call_started' | 'call_ended'): CallHook => ({
    write: (trx, { workspaceId, call, settings }) =>
      webhooks.enqueueCall(trx, { workspaceId }, event, call, settings),
    committed: () => webhooks.poke(),
  });
  calls.onStarted(hook('call_started'));
  calls.onEnded(hook('call_ended'));
}

function demoFlows({ find, plan }: Services['plans']) {
  return async ({ workspaceId }: Scope, flowId: string, versionId: string | null): Promise<boolean> => {
    const flow = await find(flowId);
    if (flow?.workspaceId !== workspaceId)
      throw new AppError('NOT_FOUND', 'The flow that answers this agent’s calls no longer exists.');
    return (await plan(flow, versionId ?? flow.liveVersionId)).plan.isDemo;
  };
}

function traceRemoval(removers: readonly TraceRemover[]) {
  return async (...of: Parameters<TraceRemover>): Promise<() => Promise<void>> => {
    const rest: unknown[] = [];
    for (const remove of removers) rest.push(await remove(...of));
    return async () => {
      for (const finish of rest) if (typeof finish === 'function') await finish();
    };
  };
}

/** What the flows that answered a call have stored for it: their runs and messages. */
async function removeRunsOfCall(
  files: Infrastructure['files'],
  trx: DatabaseTransaction,
  scope: Scope,
  callId: string,
): Promise<() => Promise<void>> {
  const { workspaceId } = scope;
  const rows = await trx
    .selectFrom('run')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('sessionId', '=', callId)
    .where('source', '=', 'call')
    .execute();
  if (rows.length === 0) return async () => {};
  const ids = rows.map(({ id }) => id);
  await trx
    .deleteFrom('chat_message')
    .where('workspaceId', '=', workspaceId)
    .where('runId', 'in', ids)
    .execute();
  return removeRuns(files, trx, scope, ids);
}
