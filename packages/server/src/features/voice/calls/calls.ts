import type { Call, CallAnalysis, listCalls } from '@tendril/contract/api/calls';
import type { Answer } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { callTokenMs } from '@tendril/contract/voice/call-socket';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { VoiceAgents } from '../voice-agents/public.ts';
import type { SessionParts } from './begin-session.ts';
import { keepAnalysis } from './call-after.ts';
import { toCall } from './call-answer.ts';
import { callDetails } from './call-details.ts';
import { type CallHook, CallHooks } from './call-hooks.ts';
import { callPlaces } from './call-places.ts';
import { recoverCalls } from './call-recovery.ts';
import { type CallRegister, callRegister, type RegisterRequest } from './call-register.ts';
import { callRunner } from './call-runner.ts';
import { callWriter } from './call-writer.ts';
import { callStore } from './calls.store.ts';
import { changeCalls } from './change-calls.ts';
import { type CallLine, LiveCall, type ToolMocks } from './live-call.ts';
import { createLiveCalls } from './live-calls.ts';
import { phoneCalls } from './phone-calls.ts';
import { programCalls } from './program-calls.ts';
import type { Recordings } from './recordings.ts';
import { callSearch } from './search-calls.ts';
import { storedEventsOf } from './stored-events.ts';
import { type CallFilter, toCallSearch } from './to-call-search.ts';
import { toCallerEvent } from './to-caller-event.ts';
import { typedChats } from './typed-chats.ts';
import { watchedCalls } from './watched-calls.ts';

export interface CallsParts
  extends Pick<Infrastructure, 'db' | 'reads' | 'writes' | 'log' | 'processes' | 'peers'> {
  events: EventLog;
  agents: Pick<VoiceAgents, 'snapshot'>;
  session: SessionParts;
  recordings: Recordings;
  /** Hears every event of the calls in progress. */
  onEvent(event: LoggedCallEvent, call: Pick<CallTable, 'kind'>): void;
  /** Deletes what other features have stored for a call; the function it returns removes the files afterwards. */
  removeTraces(trx: DatabaseTransaction, scope: Scope, callId: string): Promise<() => Promise<void>>;
  removeFiles(scope: Scope, unused: readonly string[]): Promise<void>;
}

export type Calls = ReturnType<typeof createCalls>;

/** Calls: registered, in progress, and stored. */
export function createCalls(parts: CallsParts) {
  const { db, writes, log, events, agents, session, recordings, processes } = parts;
  const writer = callWriter(writes, events, processes.id);
  const hooks = { started: new CallHooks(), ended: new CallHooks() };
  const live = createLiveCalls(flushCalls(writer, log));
  const places = callPlaces(live.carried);
  const runner = callRunner({ log, session, writer, hooks, recordings });
  const register = callRegister({ db, writes, agents, ...session, ownerId: parts.processes.id });

  const phones = phoneCalls({
    ...{ db, writes, agents, register, recordings },
    ...{ ended: hooks.ended, ownerId: processes.id },
  });

  const answer = (row: CallTable): Call => toCall(lapsed(row), recordings.addressOf);
  const search = callSearch(parts.reads, answer);
  const require = (scope: Scope, id: string): Promise<CallTable> => requireCall(db, scope, id);
  const stored = storedEventsOf(events, require);

  /**
   * Begins a registered call on its line. If it cannot begin, the line is sent the reason and the call ends with it.
   */
  const start = (row: CallTable, line: CallLine, toolMocks?: ToolMocks): Promise<LiveCall> =>
    live.begin(() => startCall(row, line, toolMocks));

  async function startCall(row: CallTable, line: CallLine, toolMocks?: ToolMocks): Promise<LiveCall> {
    const given = register.takeGiven(row);
    const { snapshot } = await agents.snapshot(row, row.agentId, row.versionId ?? 'draft');
    const call = new LiveCall(row, line, snapshot, given, toolMocks);
    sendToCaller(call);
    call.log.listen((event) => parts.onEvent(event, row));
    live.add(call);
    places.begun(row.id);
    await runner.begin(call);
    return call;
  }

  const read = async (scope: Scope, id: string): Promise<Call> => answer(await require(scope, id));
  const startForProgram = programCalls({ register, start, read }).start;

  return {
    ...registrations(register, answer),

    start,

    /** Telephone calls before anybody speaks. */
    phones,

    /** A call whose caller is a program of this process; for simulations. */
    startForProgram,

    async list(scope: Scope, filter: CallFilter): Promise<Answer<typeof listCalls>> {
      const { calls, hasMore, isPartial } = await search(scope, toCallSearch(filter));
      const data = calls.map(({ call }) => (filter.isBrief ? { ...call, transcript: [] } : call));
      return { data, hasMore, ...(isPartial && { isPartial }) };
    },

    /** Finds calls by what they are and hold. */
    search,

    read,

    events: stored,
    details: callDetails({ agents, require, events: stored }),

    ...changeCalls(parts, { live, phones, require, answer }),

    chats: typedChats(parts, { live, require, answer, start: startForProgram, events: stored }),

    watched: watchedCalls(parts, { live, require, events: stored }),

    /** Ends a call in progress in this process; returns whether it was one. */
    hangUp: live.hangUp,

    /** Writes a call's analysis, and adds its price; returns undefined when it is gone, or has one that stays. */
    async saveAnalysis(
      trx: DatabaseTransaction,
      scope: Scope,
      id: string,
      ...found: [analysis: CallAnalysis, costUsd: number, isReplacing?: boolean]
    ): Promise<Call | undefined> {
      const row = await keepAnalysis(trx, scope, id, ...found);
      return row && answer(row);
    },

    /** The row of a call in any workspace: for signed addresses. */
    findAnywhere: callStore(db).findAnywhere,

    ...hooksOf(hooks),

    /** Calls in progress in this process, whether a call is one of them, and the places that are taken. */
    ...{ active: live.count, isHere: live.has, places },

    /** Closes the calls that no process runs any more; returns how many. */
    recover: () => recoverCalls({ ...recoveryOf(parts), ended: hooks.ended, isLive: live.has }),

    /** Marks the calls that nobody has joined in time. */
    lapse: async (): Promise<void> => void (await callStore(db).lapse(Date.now() - callTokenMs)),

    /** Resolves when no call is in progress in this process. */
    idle: live.idle,

    ...endsOf(phones, live),
  };
}

function registrations(register: CallRegister, answer: (row: CallTable) => Call) {
  return {
    /**
     * Throws NOT_FOUND, and CREDENTIAL_MISSING for what would keep the agent from answering. `ready` is called once
     * nothing would, and may throw.
     */
    async register(
      scope: Scope,
      asked: RegisterRequest,
      ready?: () => Promise<void>,
    ): Promise<{ call: Call; token: string }> {
      const { row, token } = await register.add(scope, asked, ready);
      return { call: answer(row), token };
    },

    /** Whether a token opens the line of a call that waits for it. */
    isWaiting: register.isWaiting,

    /** The call that a token opens, once; undefined for a token that is used, expired or made up. */
    takeToken: register.takeToken,
  };
}

function endsOf(phones: ReturnType<typeof phoneCalls>, live: ReturnType<typeof createLiveCalls>) {
  return {
    /** Ends the calls in progress because the server stops; resolves when they are on disk. */
    endAll: async () => void (await Promise.all([phones.giveUpAll(), live.endAll()])),
    /** Ends them for good: no call begins any more. */
    close: async () => void (await Promise.all([phones.giveUpAll(), live.close()])),
  };
}

function hooksOf({ started, ended }: Record<'started' | 'ended', CallHooks>) {
  return {
    onStarted: (hook: CallHook) => started.add(hook),
    onEnded: (hook: CallHook) => ended.add(hook),
  };
}

function recoveryOf({ db, events, recordings, agents, processes }: CallsParts) {
  return { db, events, recordings, snapshotOf: snapshotOf(agents), ownerId: processes.id };
}

/** Writes a running call's new events and sound to disk. */
function flushCalls(writer: ReturnType<typeof callWriter>, log: Infrastructure['log']) {
  return (call: LiveCall): void => {
    const flush = writer.flush(call.row, call.log);
    Promise.all([flush, call.recording?.flush()]).catch((error: unknown) =>
      log.error({ err: error, callId: call.row.id }, 'flushing a call failed'),
    );
  };
}

/** Sends everything that happens in a call to its caller, as far as it is for them. */
function sendToCaller({ log, line, row }: LiveCall): void {
  log.listen((event) => {
    const known = toCallerEvent(event, row.kind === 'test');
    if (known) line.notify({ type: 'event', event: known });
  });
}

async function requireCall(db: Infrastructure['db'], scope: Scope, id: string): Promise<CallTable> {
  const row = await callStore(db).find(scope, id);
  if (!row) throw new AppError('NOT_FOUND', 'Call not found.');
  return row;
}

/** The version that a call ran with; undefined when its agent or version is gone. */
function snapshotOf(agents: CallsParts['agents']) {
  return async (row: CallTable): Promise<VoiceAgentSnapshot | undefined> => {
    try {
      return (await agents.snapshot(row, row.agentId, row.versionId ?? 'draft')).snapshot;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  };
}

/** A registered call whose line nobody has opened in time, in its final state. */
function lapsed(row: CallTable): CallTable {
  if (row.status !== 'registered' || row.kind === 'phone' || row.createdAt + callTokenMs > Date.now())
    return row;
  return { ...row, status: 'not_connected', disconnectionReason: 'registered_call_timeout' };
}
