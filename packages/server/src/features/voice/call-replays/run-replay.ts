import { setTimeout as delay } from 'node:timers/promises';
import type { CallReplay, ReplayTurn, ReplayWay } from '@tendril/contract/api/call-replays';
import type { Call } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { DisconnectionReason, LoggedCallEvent } from '@tendril/contract/call-event';
import { withoutConversation } from '@tendril/contract/voice/without-conversation';
import type { Scope } from '../../../platform/db/scope.ts';
import { type Calls, unrecoveredError } from '../calls/public.ts';
import type { Caller, OpenCaller } from '../simulations/public.ts';
import type { VoiceAgents, WantedVersion } from '../voice-agents/public.ts';
import { callerTrack, spokenStretches } from './caller-track.ts';
import { compareTurns } from './compare-turns.ts';
import { recordedAnswers } from './recorded-answers.ts';
import { replayedTurns } from './replayed-turns.ts';

export interface ReplayMeans {
  calls: Pick<Calls, 'startForProgram' | 'find' | 'events'>;
  agents: Pick<VoiceAgents, 'snapshot'>;
  /** Throws NOT_FOUND. */
  readRecording(scope: Scope, callId: string): Promise<Buffer>;
  openCaller: OpenCaller;
  /** Names of the nodes that worked in a run of a flow, in their order. */
  pathOf(scope: Scope, runId: string): Promise<string[]>;
}

interface ReplayRequest {
  sourceCallId: string;
  version: string;
  way: ReplayWay;
}

export interface ReplayOutcome
  extends Pick<
    CallReplay,
    'status' | 'explanation' | 'turns' | 'changedTurns' | 'ends' | 'latency' | 'costUsd' | 'callId'
  > {
  compared: ReplayTurn[];
}

const longestMs = { words: 300_000, sound: 1_200_000, clock: 1_500_000 } as const;
const lookMs = 50;
/** The clock of a recording begins with its call. */
const startMs = 5;

/**
 * Calls an agent once more with what its caller said in a recorded call, and compares what it does. Throws what keeps
 * the call from beginning, and the reason of `stopped`, which hangs it up.
 */
export async function runReplay(
  means: ReplayMeans,
  scope: Scope,
  { sourceCallId, version, way }: ReplayRequest,
  stopped: AbortSignal,
): Promise<ReplayOutcome> {
  const { call: source } = await requireReplayable(means, scope, sourceCallId, version);
  const { snapshot } = await means.agents.snapshot(scope, source.agentId, version as WantedVersion);
  const before = withoutConversation(await means.calls.events(scope, sourceCallId));
  const track = way === 'words' ? undefined : callerTrack(await means.readRecording(scope, sourceCallId));
  const spoken = track && speaker(means.openCaller, track, before);
  try {
    const call = await means.calls.startForProgram(scope, {
      agentId: source.agentId,
      version: version as WantedVersion,
      kind: 'simulation',
      variables: source.variables,
      toolMocks: recordedAnswers(before, snapshot),
      metadata: { replayOf: sourceCallId },
      direction: source.direction,
      fromNumber: source.fromNumber,
      toNumber: source.toNumber,
      ...(spoken && { line: spoken.caller.line }),
    });
    const talk = await speakAgain(call, { way, before, spoken }, stopped);
    spoken?.caller.hangUp();
    const ended = await call.ended;
    stopped.throwIfAborted();
    return await compareCalls(means, scope, { source, before, ended, talk });
  } finally {
    spoken?.caller.close();
  }
}

/** Throws INVALID_INPUT for a call, or against a version, of which no words may be stored. */
export async function requireReplayable(
  { calls, agents }: Pick<ReplayMeans, 'calls' | 'agents'>,
  scope: Scope,
  callId: string,
  version: string,
) {
  const found = await calls.find(scope, callId);
  if (found.isPrivate)
    throw refusal('the agent stored no sensitive data in this call, so there is nothing to replay');
  if (found.call.endedAt === null || found.call.transcript.every(({ role }) => role !== 'user'))
    throw refusal('a call is replayed once it is over, and only if its caller said something');
  const { snapshot, versionNumber } = await agents.snapshot(
    scope,
    found.call.agentId,
    version as WantedVersion,
  );
  if (snapshot.settings.optOutSensitiveDataStorage)
    throw refusal('the agent stores no sensitive data, so its answers cannot be compared');
  return { ...found, versionNumber };
}

function refusal(message: string): AppError {
  return new AppError('INVALID_INPUT', `callIds: ${message}.`, { details: [{ path: 'callIds', message }] });
}

interface Speaker {
  caller: Caller;
  stretches: Int16Array[];
  track: Int16Array;
}

const wholeTrack = 'track';

/** A caller who plays the recorded one: stretches by their number, or the whole track. */
function speaker(openCaller: OpenCaller, track: Int16Array, before: readonly LoggedCallEvent[]): Speaker {
  const stretches = spokenStretches(track, before);
  const caller = openCaller({
    sound: { line: 'browser', noise: null, interruptions: [] },
    voice: async (which) => (which === wholeTrack ? track : (stretches[Number(which)] ?? new Int16Array(0))),
  });
  return { caller, stretches, track };
}

interface Talk {
  emitted: readonly LoggedCallEvent[];
  failure: string | undefined;
}

async function speakAgain(
  call: Awaited<ReturnType<Calls['startForProgram']>>,
  {
    way,
    before,
    spoken,
  }: { way: ReplayWay; before: readonly LoggedCallEvent[]; spoken: Speaker | undefined },
  stopped: AbortSignal,
): Promise<Talk> {
  const emitted: LoggedCallEvent[] = [];
  const signal = AbortSignal.any([AbortSignal.timeout(longestMs[way]), stopped]);
  signal.addEventListener('abort', () => call.hangUp(), { once: true });
  call.listen((event) => {
    emitted.push(event);
    spoken?.caller.note(event, signal);
  });
  const isOver = () => signal.aborted || emitted.some(({ type }) => type === 'call-end');
  try {
    if (spoken && way === 'clock') await playTrack(spoken, emitted, isOver, signal);
    else {
      await call.begun;
      await spoken?.caller.answered(signal);
      await sayLines(call, before, spoken, isOver, signal);
    }
  } finally {
    call.hangUp();
  }
  const failure = signal.aborted ? 'The replay took too long.' : undefined;
  return { emitted, failure };
}

/** By the clock of the recording, from its first sample on; the last answer is waited for. */
async function playTrack(
  { caller }: Speaker,
  emitted: readonly LoggedCallEvent[],
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  while (emitted.length === 0 && !isOver()) await delay(startMs);
  const playing = caller.say(wholeTrack, signal);
  let isPlayed = false;
  void playing.finally(() => {
    isPlayed = true;
  });
  while (!isPlayed && !isOver()) await delay(lookMs);
}

async function sayLines(
  call: Awaited<ReturnType<Calls['startForProgram']>>,
  before: readonly LoggedCallEvent[],
  spoken: Speaker | undefined,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const lines = before.filter((event) => event.type === 'user-turn');
  for (const [at, { text }] of lines.entries()) {
    if (isOver()) return;
    const hasSound = (spoken?.stretches[at]?.length ?? 0) > 0;
    await (spoken && hasSound ? spoken.caller.say(String(at), signal) : call.say(text));
  }
}

interface Compared {
  source: Call;
  before: readonly LoggedCallEvent[];
  ended: Call;
  talk: Talk;
}

async function compareCalls(
  means: ReplayMeans,
  scope: Scope,
  { source, before, ended, talk }: Compared,
): Promise<ReplayOutcome> {
  const measure = source.channel === 'audio' && ended.channel === 'audio' ? 'e2eMs' : 'llmMs';
  const turnsOf = async (events: readonly LoggedCallEvent[]) => {
    const paths = new Map<string, string[]>();
    for (const event of events)
      if (event.type === 'flow-run') paths.set(event.runId, await means.pathOf(scope, event.runId));
    return replayedTurns(events, { measure, pathOf: (runId) => paths.get(runId) ?? [] });
  };
  const compared = compareTurns(await turnsOf(before), await turnsOf(talk.emitted));
  const ends = endsOf(source.disconnectionReason, ended.disconnectionReason);
  const timesOf = (side: 'before' | 'after') =>
    percentiles(compared.flatMap((turn) => turn[side]?.answerMs ?? []));
  const broken = talk.failure ?? unrecoveredError(talk.emitted);
  return {
    status: broken === undefined ? verdictOf(compared, ends.differs) : 'error',
    explanation: broken ?? '',
    callId: ended.id,
    turns: compared.length,
    changedTurns: compared.filter(({ differs }) => differs.some((what) => what !== 'words')).length,
    ends,
    latency: { before: timesOf('before'), after: timesOf('after') },
    costUsd: ended.costUsd,
    compared,
  };
}

function verdictOf(compared: readonly ReplayTurn[], isEndOther: boolean): 'same' | 'reworded' | 'changed' {
  const differences = new Set(compared.flatMap(({ differs }) => differs));
  if (isEndOther || [...differences].some((what) => what !== 'words')) return 'changed';
  return differences.has('words') ? 'reworded' : 'same';
}

/** How a caller or a line ended a call says nothing of its agent; that the agent did, does. */
function endsOf(before: DisconnectionReason | null, after: DisconnectionReason | null) {
  const byAgent = (reason: DisconnectionReason | null) => reason === 'agent_hangup';
  return { before, after, differs: byAgent(before) !== byAgent(after) };
}

function percentiles(values: readonly number[]): { p50: number; p95: number } | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
