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
import { readSettings } from './batch-row.ts';
import { batchTryStore } from './batch-tries.store.ts';
import { dueContactStore } from './due-contacts.store.ts';
import { freePlaces } from './free-places.ts';
import type { LedTries } from './led-tries.ts';
import { pauseBatch, type TryEnd } from './make-try.ts';
import { nextOpening } from './next-opening.ts';
import { recoverTries } from './recover-tries.ts';

export interface RoundParts
  extends Pick<Infrastructure, 'callProcesses' | 'db' | 'limits' | 'load' | 'peers' | 'processes'> {
  jobs: Pick<JobQueue, 'enqueue' | 'poke'>;
  calls: Pick<Calls, 'phones' | 'places'>;
  outbound: Pick<OutboundCalls, 'place' | 'check' | 'requireReady' | 'canPlaceHere'>;
  doNotCall: Pick<DoNotCall, 'among'>;
}

/** The end of a call starts the next round; this is for calls whose process is gone. */
const watchMs = 15_000;
/** How soon it is looked again whether others have left room. */
const roomMs = 5000;
/** So many calls in a row that no carrier takes are not the fault of the numbers. */
const mostRefusals = 10;

/** Whom to call now, and when to look again. One round of a batch at a time, in whichever process has a place. */
export function batchRound(parts: RoundParts, tries: LedTries): JobHandler {
  const { db, jobs } = parts;

  async function run(job: RunningJob): Promise<null> {
    const scope = { workspaceId: job.workspaceId };
    const place: BatchPlace = { ...scope, batchId: job.subjectId };
    await recoverTries(parts, place, tries.isMaking);
    const batch = await batchCallStore(db).find(scope, job.subjectId);
    if (!batch) return null;
    const again = await goOn(parts, batch, place, job.signal, tries);
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
  tries: LedTries,
): Promise<number | undefined> {
  if (batch.state !== 'scheduled' && batch.state !== 'running') return watchAt(parts, place);
  if (batch.scheduledAt > Date.now()) return batch.scheduledAt;
  return (await placeDue(parts, batch, signal, tries)) ?? nextRoundAt(parts, place);
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
  tries: LedTries,
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
    due.map(async (contact) => (signal.aborted ? 'paused' : beginTry(parts, tries, batch, contact))),
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

/** Begins one try. It is written before anything else, under the id that its call will have: nobody makes it twice. */
async function beginTry(
  { db, processes }: RoundParts,
  tries: LedTries,
  batch: BatchCallTable,
  contact: BatchContactTable,
): Promise<TryEnd> {
  const callId = mintOrderedId();
  if (!(await batchTryStore(db).claim(contact, callId, processes.id))) return 'placed';
  return tries.lead(batch, { ...contact, attempts: contact.attempts + 1, callId, ownerId: processes.id });
}

async function judge(parts: RoundParts, batch: BatchCallTable, ends: readonly TryEnd[]): Promise<void> {
  const refused = ends.filter((end) => end === 'refused').length;
  if (ends.length === 0) return;
  const refusals = ends.includes('placed') ? 0 : batch.refusals + refused;
  await batchCallStore(parts.db).noteRefusals(batch, batch.id, refusals);
  if (refusals >= mostRefusals)
    await pauseBatch(parts, batch, `The carrier took none of the last ${refusals} calls.`);
}
