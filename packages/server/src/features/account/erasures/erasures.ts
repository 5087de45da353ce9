import { randomUUID } from 'node:crypto';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { Erasure, previewErasure } from '@tendril/contract/api/erasures';
import { AppError } from '@tendril/contract/app-error';
import type { ErasureTable } from '../../../platform/db/retention-tables.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { digits } from './compare-values.ts';
import { countRecords, type ErasureCounts, noCounts } from './count-records.ts';
import { type ErasureParts, erasureJob, erasureJobKind, heldWords, isHeld } from './erasure-job.ts';
import { erasureStore } from './erasures.store.ts';
import { findPerson, type Subject } from './find-person.ts';
import { subjectHash, subjectPlace } from './receipt.ts';

/** Erasing what is stored of one person. */
export function createErasureService(
  parts: ErasureParts & { jobs: Pick<JobQueue, 'register' | 'enqueue' | 'poke' | 'listOpen'> },
) {
  const { db, reads, vault, jobs } = parts;
  jobs.register(erasureJob(parts));

  return {
    async preview(scope: Scope, subject: Subject): Promise<Answer<typeof previewErasure>> {
      requireUsable(subject);
      const heavy = reads.of(scope);
      const counts = await countRecords(heavy, scope, await findPerson(heavy, scope, subject));
      return { counts, isHeld: await isHeld(parts, scope) };
    },

    /** Throws CONFLICT under a legal hold. */
    async erase(caller: UserCaller, subject: Subject): Promise<Erasure> {
      requireUsable(subject);
      if (await isHeld(parts, caller)) throw new AppError('CONFLICT', heldWords);
      const { workspaceId } = caller;
      const place = { id: randomUUID(), workspaceId };
      const row: ErasureTable = {
        ...place,
        ...{ by: subject.by, subjectHash: subjectHash(vault, subject), requestedBy: callerName(caller) },
        ...{ createdAt: Date.now(), endedAt: null, counts: JSON.stringify(noCounts()), hash: null },
        sealedSubject: vault.seal(subjectPlace(place), JSON.stringify(subject)),
      };
      await db.transaction().execute(async (trx) => {
        await erasureStore(trx).insert(row);
        await jobs.enqueue(trx, { workspaceId, kind: erasureJobKind, subjectId: row.id });
      });
      jobs.poke();
      return toErasure(row, true);
    },

    async list(scope: Scope): Promise<Erasure[]> {
      const rows = await erasureStore(db).list(scope);
      const unended = rows.filter(({ endedAt }) => endedAt === null).map(({ id }) => id);
      const open = unended.length === 0 ? [] : await jobs.listOpen(scope, unended);
      const running = new Set(open.map(({ subjectId }) => subjectId));
      return rows.map((row) => toErasure(row, running.has(row.id)));
    },
  };
}

export type ErasureService = ReturnType<typeof createErasureService>;

function requireUsable({ by, value }: Subject): void {
  if (by === 'phone' && digits(value).length < 5)
    throw new AppError('INVALID_INPUT', 'Enter a whole phone number.');
}

function toErasure(row: ErasureTable, isRunning: boolean): Erasure {
  const { id, by, requestedBy, createdAt, endedAt, counts, hash } = row;
  return {
    ...{ id, by, subjectHash: row.subjectHash, requestedBy, createdAt: Number(createdAt), hash },
    endedAt: endedAt === null ? null : Number(endedAt),
    state: endedAt !== null ? 'done' : isRunning ? 'running' : 'failed',
    // Receipts of earlier versions name fewer kinds.
    counts: { ...noCounts(), ...(JSON.parse(counts) as ErasureCounts) },
  };
}
