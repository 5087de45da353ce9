import type {
  BatchCall,
  createBatchCall,
  listBatchCalls,
  listBatchContacts,
} from '@tendril/contract/api/batch-calls';
import type { Answer, Body, Query } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { BatchCallTable } from '../../../platform/db/batch-call-tables.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Calls } from '../calls/public.ts';
import type { DoNotCall } from '../do-not-call/public.ts';
import { batchCallStore } from './batch-calls.store.ts';
import { batchContactStore } from './batch-contacts.store.ts';
import { batchRound, type RoundParts } from './batch-round.ts';
import { enqueueMissingRounds, enqueueRound } from './batch-rounds.ts';
import { toBatch, toContact } from './batch-row.ts';
import { callingConsents } from './calling-consent.ts';
import { changeBatches } from './change-batches.ts';
import { contactFiles } from './contact-files.ts';
import { exportContacts } from './export-contacts.ts';
import { ledTries } from './led-tries.ts';
import { type NewBatch, newBatchRows } from './new-batch.ts';
import { settlingHook } from './settle-tries.ts';

export interface BatchParts extends RoundParts {
  jobs: JobQueue;
  calls: Pick<Calls, 'phones' | 'places' | 'onEnded' | 'stop'>;
  doNotCall: DoNotCall;
}

export type BatchCalls = ReturnType<typeof createBatchCalls>;

/** Batch calls: many calls from one list. */
export function createBatchCalls(parts: BatchParts) {
  const { db, jobs, calls, outbound } = parts;
  const store = batchCallStore(db);
  const consents = callingConsents(parts);
  const files = contactFiles(parts);
  const tries = ledTries(parts);
  jobs.register(batchRound(parts, tries));
  jobs.onStart((trx) => enqueueMissingRounds(trx, jobs));
  calls.onEnded(settlingHook(jobs));

  async function require(scope: Scope, id: string): Promise<BatchCallTable> {
    const row = await store.find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Batch call not found.');
    return row;
  }

  async function read(scope: Scope, id: string): Promise<BatchCall> {
    const row = await require(scope, id);
    return toBatch(row, (await store.counts(scope, [id])).get(id));
  }

  /** Throws FORBIDDEN without a stated consent, NOT_FOUND for a number or agent of nobody here. */
  async function add(scope: Scope, asked: NewBatch, isProgram: boolean): Promise<BatchCall> {
    await consents.require(scope, isProgram);
    await outbound.requireReady(scope, asked);
    const { batch, contacts } = newBatchRows(scope, asked);
    await jobs.requireRoom(scope);
    await db.transaction().execute(async (trx) => {
      await batchCallStore(trx).insert(batch);
      await batchContactStore(trx).insert(contacts);
      await batchContactStore(trx).leaveOutListed({ ...scope, batchId: batch.id });
      await enqueueRound(trx, jobs, batch, batch.scheduledAt);
    });
    jobs.poke();
    return read(scope, batch.id);
  }

  return {
    consents,
    read,
    add,

    preview: files.preview,
    takeTry: tries.take,

    async create(scope: Scope, body: Body<typeof createBatchCall>, isProgram: boolean): Promise<BatchCall> {
      await consents.require(scope, isProgram);
      return add(scope, { ...body, contacts: await files.contactsOf(scope, body) }, isProgram);
    },

    async list(scope: Scope, query: Query<typeof listBatchCalls>): Promise<Answer<typeof listBatchCalls>> {
      const rows = await store.page(scope, { ...query, limit: query.limit + 1 });
      const shown = rows.slice(0, query.limit);
      const counts = await store.counts(
        scope,
        shown.map(({ id }) => id),
      );
      return {
        data: shown.map((row) => toBatch(row, counts.get(row.id))),
        hasMore: rows.length > shown.length,
      };
    },

    async contacts(
      scope: Scope,
      id: string,
      query: Query<typeof listBatchContacts>,
    ): Promise<Answer<typeof listBatchContacts>> {
      await require(scope, id);
      const rows = await batchContactStore(db).page(
        { ...scope, batchId: id },
        { ...query, limit: query.limit + 1 },
      );
      return { data: rows.slice(0, query.limit).map(toContact), hasMore: rows.length > query.limit };
    },

    async export(scope: Scope, id: string): Promise<AsyncGenerator<string>> {
      await require(scope, id);
      return exportContacts(db, { workspaceId: scope.workspaceId, batchId: id });
    },

    ...changeBatches(parts, { require, read }),
  };
}
