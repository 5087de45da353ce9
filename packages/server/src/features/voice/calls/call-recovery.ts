import type { TranscriptLine } from '@tendril/contract/api/calls';
import type { CallEvent, LoggedCallEvent } from '@tendril/contract/call-event';
import { callTokenMs } from '@tendril/contract/voice/call-socket';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import { openWork } from '../../../platform/processes/open-work.ts';
import { toCall } from './call-answer.ts';
import { costOfCall } from './call-cost.ts';
import { callFacts } from './call-facts.ts';
import type { CallHooks } from './call-hooks.ts';
import { AnswerTimes, toLatency } from './call-latency.ts';
import { fromLog, toEntry } from './call-log.ts';
import { toTranscript } from './call-transcript.ts';
import { ownerOf } from './call-writer.ts';
import { callStore } from './calls.store.ts';
import { costParts } from './cost-parts.ts';
import type { Recordings } from './recordings.ts';

// Live-only deltas are numbered but not stored: a client that saw some must still recognize the end as new.
const unstoredMost = 1_000_000;

interface RecoveryParts {
  db: Database;
  events: EventLog;
  recordings: Pick<Recordings, 'lengthMs' | 'addressOf'>;
  /** Called when a call ends, in the transaction that closes it. */
  ended: Pick<CallHooks, 'write'>;
  /** The version that answered; undefined when the agent is gone. */
  snapshotOf(row: CallTable): Promise<VoiceAgentSnapshot | undefined>;
  /** Of this process. */
  ownerId: string;
  /** Whether this process still runs a call. */
  isLive(callId: string): boolean;
}

/**
 * Closes the calls that no living process runs: as errors, with everything they had emitted until then. Returns how
 * many.
 */
export async function recoverCalls(parts: RecoveryParts): Promise<number> {
  const { db, events, recordings, snapshotOf, ownerId, isLive } = parts;
  await callStore(db).lapse(Date.now() - callTokenMs);
  let count = 0;
  for (const row of await openWork(db, 'call', ownerId).list()) {
    if (isLive(row.id)) continue;
    const logged = (await events.read(row, row.id)).map((event) => fromLog(row.id, event));
    const cutOff = {
      row,
      logged,
      recordedMs: await recordings.lengthMs(row),
      snapshot: await snapshotOf(row),
    };
    const isOurs = await db.transaction().execute(async (trx) => {
      if (!(await openWork(trx, 'call', ownerId).claim(row.id))) return false;
      await close(trx, parts, cutOff);
      return true;
    });
    if (isOurs) count += 1;
  }
  return count;
}

interface CutOffCall {
  row: CallTable;
  logged: readonly LoggedCallEvent[];
  recordedMs: number | undefined;
  snapshot: VoiceAgentSnapshot | undefined;
}

async function close(
  trx: DatabaseTransaction,
  { events, ended, recordings }: RecoveryParts,
  { row, logged, recordedMs, snapshot }: CutOffCall,
): Promise<void> {
  const last = logged.at(-1);
  const lengthMs = Math.max(last?.offsetMs ?? 0, row.durationMs, recordedMs ?? 0);
  const endedAt = (row.startedAt ?? row.createdAt) + lengthMs;
  // The agent's part was over: a caller who talked to somebody else had been transferred.
  const transfer = logged.findLast((event) => event.type === 'transfer' && event.isDone);
  const reason = transfer ? 'call_transfer' : 'error_unknown';
  const durationMs = transfer?.offsetMs ?? lengthMs;
  const message = 'The server stopped during the call.';
  const seq = (last?.seq ?? 0) + unstoredMost;
  const isPrivate = row.isPrivate === 1;
  const known = toTranscript(logged);
  // The current utterance is in the row alone, behind the stored events.
  const unfinished = isPrivate ? [] : (JSON.parse(row.transcript) as TranscriptLine[]).slice(known.length);
  const closing = [
    ...unfinished.map((line) => turnOf(line, logged)),
    { type: 'call-error', code: 'SERVER_DRAINING', message } as const,
    { type: 'call-end', reason, durationMs } as const,
  ].map((event, place) => toEntry(seq + place, endedAt, lengthMs, event));
  const times = new AnswerTimes();
  for (const event of logged) times.note(event);
  const latency = toLatency(times.all);
  const transcript = isPrivate ? [] : [...known, ...unfinished];
  const changes = {
    status: transfer ? 'ended' : 'error',
    endedAt,
    durationMs,
    disconnectionReason: reason,
    latency: JSON.stringify(latency),
    e2eP50Ms: latency.e2e?.p50 ?? null,
    e2eP95Ms: latency.e2e?.p95 ?? null,
    transcript: JSON.stringify(transcript),
    facts: JSON.stringify(callFacts(logged, endedAt)),
    hasRecording: recordedMs === undefined ? 0 : 1,
    ...(row.carrier != null && { lineState: 'ended' }),
    ...(snapshot && costOf({ ...row, durationMs }, logged, snapshot)),
  } satisfies Partial<CallTable>;
  await callStore(trx).change(row, row.id, ['ongoing'], changes);
  await events.insert(trx, row, events.prepareSmall(ownerOf(row), closing));
  if (!snapshot) return;
  const { settings } = snapshot;
  const call = toCall({ ...row, ...changes }, recordings.addressOf);
  await ended.write(trx, { workspaceId: row.workspaceId, call, settings, isPrivate, transcript });
}

/** What it had cost by then; what the run of a flow cost is with the run. */
function costOf(row: CallTable, logged: readonly LoggedCallEvent[], snapshot: VoiceAgentSnapshot) {
  const steps = new Map<string, number>();
  for (const event of logged)
    if (event.type === 'step-end' && event.costUsd !== undefined)
      steps.set(event.kind, (steps.get(event.kind) ?? 0) + event.costUsd);
  const { channel, durationMs } = row;
  const modelUsd = costOfCall({ snapshot, isDemo: row.isDemo === 1, channel, durationMs, steps });
  const { knownUsd, parts } = costParts({ row, modelUsd, events: logged, snapshot });
  return { costUsd: knownUsd, costParts: JSON.stringify(parts) };
}

/** An interrupted sentence, as its event. */
function turnOf({ role, content }: TranscriptLine, logged: readonly LoggedCallEvent[]): CallEvent {
  if (role === 'user') return { type: 'user-turn', text: content };
  if (role === 'transfer_target') return { type: 'transfer-target-turn', text: content };
  const started = logged.findLast((event) => event.type === 'turn-start');
  return { type: 'agent-turn', turn: started?.turn ?? 1, text: content, times: {} };
}
