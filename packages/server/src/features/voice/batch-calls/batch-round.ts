import { AppError } from '@tendril/contract/app-error';
import type { BatchCallTable, BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Calls } from '../calls/public.ts';
import type { DoNotCall } from '../do-not-call/public.ts';
import type { OutboundCalls } from '../phone-lines/public.ts';
import { batchCallStore } from './batch-calls.store.ts';
import { type BatchPlace, batchContactStore } from './batch-contacts.store.ts';
import { batchRoundKind, enqueueLaterRound } from './batch-rounds.ts';
import { readGiven, readSettings } from './batch-row.ts';
import { batchTryStore } from './batch-tries.store.ts';
import { dueContactStore } from './due-contacts.store.ts';
import { freePlaces } from './free-places.ts';
import { nextOpening } from './next-opening.ts';
import { callOfTry, recoverTries, takeBackTry } from './recover-tries.ts';
import { settleTry } from './settle-tries.ts';

export interface RoundParts extends Pick<Infrastructure, 'db' | 'limits' | 'processes'> {
  jobs: Pick<JobQueue, 'enqueue' | 'poke'>;
  calls: Pick<Calls, 'phones'>;
  outbound: Pick<OutboundCalls, 'place' | 'check' | 'requireReady'>;
  doNotCall: Pick<DoNotCall, 'among'>;
}

/** The end of a call starts the next round; this is for calls whose process is gone. */
const watchMs = 15_000;
/** How soon it is looked again whether others have left room. */
const roomMs = 5000;
/** So many calls in a row that no carrier takes are not the fault of the numbers. */
const mostRefusals = 10;

type PlaceEnd = 'placed' | 'refused' | 'no-room' | 'paused';

/** Whom to call now, and when to look again. One round of a batch at a time, in whichever process has a place. */
export function batchRound(parts: RoundParts): JobHandler {
  const { db, jobs } = parts;

  async function run(job: RunningJob): Promise<null> {
    const scope = { workspaceId: job.workspaceId };
    const place: BatchPlace = { ...scope, batchId: job.subjectId };
    await recoverTries(parts, place);
    const batch = await batchCallStore(db).find(scope, job.subjectId);
    if (!batch) return null;
    const again = await goOn(parts, batch, place, job.signal);
    await job.advance({ done: 1, total: 1, checkpoint: null }, async (trx) => {
      if (again !== undefined) await enqueueLaterRound(trx, jobs, batch, again);
      else await endBatch(trx, batch);
    });
    return null;
  }

  return { ...{ kind: batchRoundKind, lane: 'dialing', unit: 'parts', isEphemeral: true }, run };
}

/** Places what is due; returns when to look again, and nothing once nobody is left. */
async function goOn(
  parts: RoundParts,
  batch: BatchCallTable,
  place: BatchPlace,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (batch.state !== 'scheduled' && batch.state !== 'running') return watchAt(parts, place);
  if (batch.scheduledAt > Date.now()) return batch.scheduledAt;
  return (await placeDue(parts, batch, signal)) ?? nextRoundAt(parts, place);
}

/** While calls are in progress, somebody has to see when their process is gone. */
async function watchAt({ db }: RoundParts, place: BatchPlace): Promise<number | undefined> {
  return (await batchContactStore(db).calling(place)).length > 0 ? Date.now() + watchMs : undefined;
}

async function endBatch(trx: DatabaseTransaction, batch: BatchCallTable): Promise<void> {
  await batchCallStore(trx).change(batch, batch.id, ['running'], { state: 'done', endedAt: Date.now() });
}

/** Calls as many as there is room for; returns when to look again, where that is not for the contacts to say. */
async function placeDue(
  parts: RoundParts,
  batch: BatchCallTable,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { db } = parts;
  const place = { workspaceId: batch.workspaceId, batchId: batch.id };
  await batchCallStore(db).change(batch, batch.id, ['scheduled'], { state: 'running' });
  await batchContactStore(db).leaveOutListed(place);
  await keepToWindows(parts, batch);
  const free = await freePlaces(parts, batch);
  if (free.count <= 0) return free.isOfOthers ? Date.now() + roomMs : undefined;
  const due = await dueContactStore(db).list(place, Date.now(), free.count);
  const ends = await Promise.all(
    due.map(async (contact) => (signal.aborted ? 'paused' : placeCall(parts, batch, contact))),
  );
  await judge(parts, batch, ends);
  return ends.includes('no-room') ? Date.now() + roomMs : undefined;
}

/** Those whose window is closed wait until it opens, by the clock of each. */
async function keepToWindows({ db }: RoundParts, batch: BatchCallTable): Promise<void> {
  const place = { workspaceId: batch.workspaceId, batchId: batch.id };
  const { windows: rows } = readSettings(batch);
  if (rows.length === 0) return;
  const now = Date.now();
  const contacts = dueContactStore(db);
  for (const timezone of await contacts.zones(place, now)) {
    const opening = nextOpening({ timezone, rows }, now);
    if (opening > now) await contacts.delay(place, timezone, now, opening);
  }
}

async function nextRoundAt(parts: RoundParts, place: BatchPlace): Promise<number | undefined> {
  const watch = await watchAt(parts, place);
  const nextAt = await batchContactStore(parts.db).nextAt(place);
  if (watch !== undefined) return watch;
  return nextAt === undefined ? undefined : Math.max(nextAt, Date.now());
}

/**
 * Makes one try. It is written before anything else, under the id that its call will have: whatever happens from here
 * on, nobody makes it twice.
 */
async function placeCall(
  parts: RoundParts,
  batch: BatchCallTable,
  contact: BatchContactTable,
): Promise<PlaceEnd> {
  const { db, outbound, processes } = parts;
  const callId = mintOrderedId();
  if (!(await batchTryStore(db).claim(contact, callId, processes.id))) return 'placed';
  const {
    variables,
    metadata,
    headers,
    agentId = batch.agentId,
    version = batch.version,
  } = readGiven(contact);
  try {
    await outbound.place(batch, {
      id: callId,
      fromNumber: batch.fromNumber,
      toNumber: contact.phoneNumber,
      ...(agentId !== null && { agentId, version }),
      ...{ variables, metadata, headers: headers ?? {} },
    });
    return 'placed';
  } catch (error) {
    return afterRefusal(parts, batch, { ...contact, attempts: contact.attempts + 1, callId }, error);
  }
}

/** What follows where no call was placed. A call that was registered has ended by itself: its try is over. */
async function afterRefusal(
  parts: RoundParts,
  batch: BatchCallTable,
  contact: BatchContactTable,
  error: unknown,
): Promise<PlaceEnd> {
  const { db, jobs } = parts;
  if (!(await batchTryStore(db).findByCall(contact.callId ?? ''))) return 'refused';
  const message = error instanceof AppError ? error.message : 'The call could not be placed.';
  const isCalled = (await callOfTry(parts, contact)) !== undefined;
  if (!(error instanceof AppError) || isCalled) {
    await db
      .transaction()
      .execute((trx) => settleTry(trx, jobs, contact, { outcome: 'failed', error: message }));
    return 'refused';
  }
  if (error.details?.some(({ path }) => path === 'toNumber')) {
    await leaveOut(parts, contact, message.replace(/^toNumber: /, ''));
    return 'placed';
  }
  await takeBackTry(parts, contact);
  if (error.code === 'TOO_MANY_REQUESTS') return 'no-room';
  await pause(parts, batch, message);
  return 'paused';
}

/** A number that may not be called is not tried again. */
async function leaveOut(
  { db, doNotCall }: RoundParts,
  contact: BatchContactTable,
  error: string,
): Promise<void> {
  const { phoneNumber, callId } = contact;
  const isListed = (await doNotCall.among(contact, [phoneNumber])).has(phoneNumber);
  const changes = isListed
    ? { state: 'do_not_call' as const, error: null }
    : { state: 'failed' as const, outcome: 'failed' as const, error };
  await batchTryStore(db).settle(callId ?? '', { ...changes, ownerId: null });
}

/** What the next calls would fail at, too, is for a person to set right. */
async function pause({ db }: RoundParts, batch: BatchCallTable, pauseReason: string): Promise<void> {
  await batchCallStore(db).change(batch, batch.id, ['running'], { state: 'paused', pauseReason });
}

async function judge(parts: RoundParts, batch: BatchCallTable, ends: readonly PlaceEnd[]): Promise<void> {
  const refused = ends.filter((end) => end === 'refused').length;
  if (ends.length === 0) return;
  const refusals = ends.includes('placed') ? 0 : batch.refusals + refused;
  await batchCallStore(parts.db).noteRefusals(batch, batch.id, refusals);
  if (refusals >= mostRefusals)
    await pause(parts, batch, `The carrier took none of the last ${refusals} calls.`);
}
