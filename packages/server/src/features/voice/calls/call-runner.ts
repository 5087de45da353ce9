import { setTimeout } from 'node:timers/promises';
import { AppError, type ErrorDetail } from '@tendril/contract/app-error';
import type { CallEvent, DisconnectionReason, LoggedCallEvent } from '@tendril/contract/call-event';
import type { CallOutcome } from '@tendril/voice/call-session';
import { ResponderFailure } from '@tendril/voice/responder-failure';
import type { Logger } from 'pino';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { openSession, type ReadySession, type SessionParts } from './begin-session.ts';
import { toCall } from './call-answer.ts';
import { costOfCall } from './call-cost.ts';
import { callFacts } from './call-facts.ts';
import type { CallHappening, CallHooks } from './call-hooks.ts';
import { toLatency } from './call-latency.ts';
import type { CallWriter } from './call-writer.ts';
import { costParts } from './cost-parts.ts';
import type { LiveCall } from './live-call.ts';
import { RecognizerMissingError } from './open-speech.ts';
import type { Recordings } from './recordings.ts';

interface RunnerParts {
  log: Logger;
  session: SessionParts;
  writer: CallWriter;
  hooks: Readonly<Record<'started' | 'ended', CallHooks>>;
  recordings: Recordings;
}

const endRetriesMs = [200, 1000, 5000];

/** Why a call ended, whatever ended it. */
type End = Pick<CallOutcome, 'reason' | 'durationMs' | 'collected'>;

/** Runs one call from its line to its end on disk. */
export function callRunner({ log, session, writer, hooks, recordings }: RunnerParts) {
  const happening = (call: LiveCall): CallHappening => ({
    workspaceId: call.row.workspaceId,
    call: toCall(call.row, recordings.addressOf),
    settings: call.snapshot.settings,
    isPrivate: call.isPrivate,
    transcript: call.log.transcript,
  });

  async function open(call: LiveCall): Promise<{ ready: ReadySession; event: LoggedCallEvent }> {
    if (call.line.transport && !call.isPrivate) call.recording = recordings.begin(call.row);
    const ready = await openSession(session, call);
    const event = call.log.append(startOf(call, ready));
    Object.assign(call.row, {
      status: 'ongoing',
      startedAt: call.log.startedAt,
      isDemo: ready.responder.isDemo ? 1 : 0,
      hasRecording: call.recording ? 1 : 0,
      tokenHash: null,
    } satisfies Partial<CallTable>);
    return { ready, event };
  }

  /** Returns false when the call could not begin; its end is on disk then, and its line has been sent the reason. */
  async function begin(call: LiveCall): Promise<boolean> {
    const opening = open(call);
    try {
      await Promise.race([opening, call.givenUp]);
      if (!(await writer.start(call.row, call.log, hooks.started, happening(call))))
        throw new AppError('CONFLICT', 'This call has ended.');
    } catch (error) {
      closeOpened(opening);
      await refuse(call, error);
      return false;
    }
    hooks.started.notify(happening(call));
    call.line.notify({ type: 'ready', callId: call.row.id });
    const { ready, event } = await opening;
    call.log.notify(event);
    call.session = ready.begin();
    if (call.earlyEnd) call.session.hangUp(call.earlyEnd);
    call.session.ended.then((outcome) => finish(call, outcome)).catch(() => {});
    return true;
  }

  async function refuse(call: LiveCall, error: unknown): Promise<void> {
    const { code, message, details } = wordsOf(error);
    if (!(error instanceof AppError) && !(error instanceof ResponderFailure))
      log.error({ err: error, callId: call.row.id }, 'a call could not begin');
    call.line.notify({ type: 'refused', code, message, ...(details && { details }) });
    call.log.emit({ type: 'call-error', code, message });
    call.recording = undefined;
    await finish(call, { reason: reasonOf(error), durationMs: 0, collected: {} });
  }

  async function finish(call: LiveCall, end: End): Promise<void> {
    const { row } = call;
    call.leave();
    try {
      await closeRecording(log, call);
      call.lastEvent = call.log.append({ type: 'call-end', reason: end.reason, durationMs: end.durationMs });
      Object.assign(row, endOf(call, end), {
        hasRecording: call.recording && (await recordings.exists(row)) ? 1 : 0,
      });
      const changes = changesOf(row);
      const isKept = await keepTrying(() => writer.end(row, call.log, changes, hooks.ended, happening(call)));
      if (isKept) hooks.ended.notify(happening(call));
      if (call.recording) settleRecording(recordings, log, row);
    } catch (error) {
      // The next start finds the call open and closes it.
      log.error({ err: error, callId: row.id }, 'writing the end of a call failed');
    }
    call.finish();
  }

  return { begin };
}

function reasonOf(error: unknown): DisconnectionReason {
  const isKnown = error instanceof ResponderFailure || error instanceof RecognizerMissingError;
  return isKnown ? error.reason : 'error_unknown';
}

/** What has been opened for a call that does not begin; it may still be opening. */
function closeOpened(opening: Promise<{ ready: ReadySession }>): void {
  opening.then(
    ({ ready }) => ready.responder.close?.(),
    () => {},
  );
}

/** Whatever happens to the recording, the call ends; a recording with gaps is marked as such. */
async function closeRecording(log: Logger, { recording, row, log: events }: LiveCall): Promise<void> {
  const closed = await recording?.close();
  if (!closed || closed.isComplete) return;
  log.error({ err: closed.error, callId: row.id }, 'writing a recording failed');
  events.emit({ type: 'call-error', code: 'RECORDING_INCOMPLETE', message: 'The recording is incomplete.' });
}

/** Behind the end of the call: what does not succeed is tried again later. */
function settleRecording(recordings: Recordings, log: Logger, row: LiveCall['row']): void {
  recordings.settle(row).catch((error: unknown) => {
    log.warn({ err: error, callId: row.id }, 'a recording could not be uploaded; it is tried again');
  });
}

/** The end of a call is worth retrying: without it nobody learns that it is over. */
async function keepTrying<T>(write: () => Promise<T>): Promise<T> {
  for (const waitMs of endRetriesMs) {
    try {
      return await write();
    } catch {
      await setTimeout(waitMs);
    }
  }
  return write();
}

function startOf(
  { row }: LiveCall,
  { responder, recognizer, synthesizer, variables }: ReadySession,
): CallEvent {
  return {
    type: 'call-start',
    channel: row.channel,
    agentId: row.agentId,
    agentName: row.agentName,
    agentVersion: row.agentVersion,
    isDemo: responder.isDemo,
    ...(recognizer && { recognizer }),
    ...(synthesizer && { synthesizer }),
    variables: { ...variables },
  };
}

function endOf(call: LiveCall, { reason, durationMs, collected }: End): Partial<CallTable> {
  const { row, log, snapshot, isPrivate } = call;
  const latency = toLatency(log.times.all);
  const isDemo = row.isDemo === 1;
  const answers = { snapshot, isDemo, channel: row.channel, durationMs, steps: log.costs };
  const facts = { row: { ...row, durationMs }, events: log.events, snapshot };
  const { knownUsd, parts } = costParts({ ...facts, modelUsd: costOfCall(answers) });
  const endedAt = Date.now();
  return {
    status: reason.startsWith('error_') ? 'error' : 'ended',
    endedAt,
    durationMs,
    disconnectionReason: reason satisfies DisconnectionReason,
    costUsd: knownUsd,
    costParts: JSON.stringify(parts),
    facts: JSON.stringify(callFacts(log.events, endedAt)),
    latency: JSON.stringify(latency),
    e2eP50Ms: latency.e2e?.p50 ?? null,
    e2eP95Ms: latency.e2e?.p95 ?? null,
    collectedVariables: JSON.stringify(isPrivate ? {} : collected),
    transcript: JSON.stringify(isPrivate ? [] : log.transcript),
    tokenHash: null,
    ...(row.carrier != null && { lineState: 'ended' }),
  };
}

/** What the end writes: everything that a call changes after its beginning. */
function changesOf(row: CallTable): Partial<CallTable> {
  const { status, startedAt, endedAt, durationMs, disconnectionReason, costUsd, latency } = row;
  const { isDemo, e2eP50Ms, e2eP95Ms, collectedVariables, transcript, hasRecording, tokenHash } = row;
  const { lineState = null, costParts: parts = null, facts = null } = row;
  return {
    status,
    startedAt,
    endedAt,
    durationMs,
    disconnectionReason,
    isDemo,
    costUsd,
    costParts: parts,
    facts,
    latency,
    e2eP50Ms,
    e2eP95Ms,
    collectedVariables,
    transcript,
    hasRecording,
    tokenHash,
    lineState,
  };
}

function wordsOf(error: unknown): { code: string; message: string; details?: ErrorDetail[] | undefined } {
  if (error instanceof AppError) return error;
  if (error instanceof ResponderFailure) return { code: error.code, message: error.message };
  return { code: 'INTERNAL', message: 'The call could not begin.' };
}
