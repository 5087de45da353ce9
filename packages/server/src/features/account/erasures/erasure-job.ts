import { AppError } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import { countRecords, type ErasureCounts, noCounts } from './count-records.ts';
import { erasureStore } from './erasures.store.ts';
import { findPerson, type PersonRecords, type Subject } from './find-person.ts';
import { receiptHash, subjectPlace } from './receipt.ts';

export const erasureJobKind = 'erasure';

type RemoveFiles = () => Promise<void>;

/** What the features that store something of people delete; the functions returned remove files, after the commit. */
export interface ErasureParts extends Pick<Infrastructure, 'db' | 'reads' | 'vault' | 'audit'> {
  stopRun(scope: Scope, runId: string): Promise<void>;
  removeRuns(trx: DatabaseTransaction, scope: Scope, ids: readonly string[]): Promise<RemoveFiles>;
  removeChatFiles(
    trx: DatabaseTransaction,
    scope: Scope,
    flowId: string,
    chatIds: readonly string[],
  ): Promise<RemoveFiles>;
  removeCall(scope: Scope, id: string): Promise<void>;
}

interface Checkpoint {
  counts: ErasureCounts;
}

const runsAtOnce = 10;
const rowsAtOnce = 500;

const none: PersonRecords = {
  ...{ conversations: [], chats: [], runIds: [], leadIds: [], callIds: [] },
  ...{ contactIds: [], listedNumbers: [] },
};

type Listed = Pick<PersonRecords, 'contactIds' | 'listedNumbers'>;

/** Erases what is stored of a person, step by step; each step counts what it has deleted. */
export function erasureJob(parts: ErasureParts): JobHandler {
  return {
    kind: erasureJobKind,
    lane: 'long',
    unit: 'rows',
    async run(job) {
      const { db, reads, vault } = parts;
      const row = await erasureStore(db).find(job, job.subjectId);
      if (!row) return null;
      if (row.sealedSubject !== null) {
        if (await isHeld(parts, job)) throw new AppError('CONFLICT', heldWords);
        const subject = JSON.parse(vault.open(subjectPlace(row), row.sealedSubject)) as Subject;
        const erasing = new ErasingPerson(parts, job);
        // Once more, for what was written while it was being erased.
        for (let round = 0; round < 2; round += 1)
          await erasing.erase(await findPerson(reads.of(job), job, subject));
        await end(parts, job, erasing.counts);
      }
      await report(parts, job);
      return null;
    },
  };
}

/** Why nothing is erased under a legal hold. */
export const heldWords = 'This workspace is under a legal hold: nothing can be erased until it is lifted.';

/** Whether the workspace is under a legal hold. */
export async function isHeld({ db }: Pick<ErasureParts, 'db'>, { workspaceId }: Scope): Promise<boolean> {
  const row = await db
    .selectFrom('data_retention')
    .select('isHeld')
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return row?.isHeld === 1;
}

class ErasingPerson {
  readonly counts: ErasureCounts;
  readonly #parts: ErasureParts;
  readonly #job: RunningJob;

  constructor(parts: ErasureParts, job: RunningJob) {
    this.#parts = parts;
    this.#job = job;
    this.counts = { ...noCounts(), ...(job.checkpoint as Checkpoint | undefined)?.counts };
  }

  async erase({ conversations, chats, runIds, leadIds, callIds, ...listed }: PersonRecords): Promise<void> {
    const { workspaceId } = this.#job;
    // First, so that nobody whose calls are being deleted is called again.
    await this.#eraseListed(listed);
    const { stopRun, removeRuns, removeChatFiles, removeCall } = this.#parts;
    for (let start = 0; start < runIds.length; start += runsAtOnce) {
      const some = runIds.slice(start, start + runsAtOnce);
      for (const id of some) await stopRun(this.#job, id);
      await this.#step({ ...none, runIds: some }, async (trx) => {
        await trx
          .deleteFrom('flow_firing')
          .where('workspaceId', '=', workspaceId)
          .where('runId', 'in', some)
          .execute();
        await release(trx, workspaceId, some);
        return removeRuns(trx, this.#job, some);
      });
    }
    for (const conversation of conversations)
      await this.#step({ ...none, conversations: [conversation] }, (trx) =>
        removeConversation(trx, workspaceId, conversation),
      );
    for (const chat of chats)
      await this.#step({ ...none, chats: [chat] }, async (trx) => {
        await trx
          .deleteFrom('feedback')
          .where('workspaceId', '=', workspaceId)
          .where('flowId', '=', chat.flowId)
          .where('chatId', '=', chat.chatId)
          .execute();
        return removeChatFiles(trx, this.#job, chat.flowId, [chat.chatId]);
      });
    for (const id of leadIds)
      await this.#step({ ...none, leadIds: [id] }, async (trx) => {
        await trx.deleteFrom('lead').where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
      });
    for (const id of callIds) {
      const counted = await countRecords(this.#parts.db, this.#job, { ...none, callIds: [id] });
      await removeCall(this.#job, id);
      await this.#step(none, (trx) => release(trx, workspaceId, [id]), counted);
    }
  }

  async #eraseListed({ contactIds, listedNumbers }: Listed): Promise<void> {
    const { workspaceId } = this.#job;
    for (let start = 0; start < contactIds.length; start += rowsAtOnce) {
      const some = contactIds.slice(start, start + rowsAtOnce);
      await this.#step({ ...none, contactIds: some }, async (trx) => {
        await trx
          .deleteFrom('batch_contact')
          .where('workspaceId', '=', workspaceId)
          .where('id', 'in', some)
          .execute();
      });
    }
    for (let start = 0; start < listedNumbers.length; start += rowsAtOnce) {
      const some = listedNumbers.slice(start, start + rowsAtOnce);
      await this.#step({ ...none, listedNumbers: some }, async (trx) => {
        await trx
          .updateTable('do_not_call')
          .set({ note: '', callId: null })
          .where('workspaceId', '=', workspaceId)
          .where('phoneNumber', 'in', some)
          .execute();
      });
    }
  }

  /** Deletes and counts in one commit. */
  async #step(
    records: PersonRecords,
    // biome-ignore lint/suspicious/noConfusingVoidType: what deletes no files returns nothing.
    write: (trx: DatabaseTransaction) => Promise<RemoveFiles | void>,
    counted?: ErasureCounts,
  ): Promise<void> {
    const found = counted ?? (await countRecords(this.#parts.db, this.#job, records));
    for (const [kind, count] of Object.entries(found)) this.counts[kind as keyof ErasureCounts] += count;
    const done = Object.values(this.counts).reduce((sum, count) => sum + count, 0);
    let removeFiles: RemoveFiles | undefined;
    await this.#job.advance({ done, total: null, checkpoint: { counts: this.counts } }, async (trx) => {
      removeFiles = (await write(trx)) ?? undefined;
    });
    await removeFiles?.();
  }
}

async function removeConversation(
  trx: DatabaseTransaction,
  workspaceId: string,
  { flowId, chatId, sessionId, chatType }: PersonRecords['conversations'][number],
): Promise<void> {
  await trx
    .deleteFrom('chat_message')
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .where('sessionId', '=', sessionId)
    .where('chatId', '=', chatId)
    .where('chatType', '=', chatType)
    .execute();
}

async function release(trx: DatabaseTransaction, workspaceId: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('kept_record').where('workspaceId', '=', workspaceId).where('id', 'in', ids).execute();
}

/** Makes the receipt, and forgets whose it is. */
async function end({ db }: ErasureParts, job: RunningJob, counts: ErasureCounts): Promise<void> {
  const row = await erasureStore(db).find(job, job.subjectId);
  if (!row) return;
  const ended = { ...row, endedAt: Date.now(), counts: JSON.stringify(counts) };
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await job.advance({ done, total: done, checkpoint: { counts } }, async (trx) => {
    await erasureStore(trx).end(job, row.id, { ...ended, hash: receiptHash(ended) });
  });
}

/** Writes the receipt into the audit log, once. */
async function report({ db, audit }: ErasureParts, job: RunningJob): Promise<void> {
  const { workspaceId, subjectId: target } = job;
  const row = await erasureStore(db).find(job, target);
  const written = await db
    .selectFrom('audit_entry')
    .select('seq')
    .where('workspaceId', '=', workspaceId)
    .where('action', '=', 'person-erased')
    .where('target', '=', target)
    .executeTakeFirst();
  if (!row || written) return;
  const { by, subjectHash, requestedBy, counts, hash } = row;
  const removed = JSON.parse(counts) as ErasureCounts;
  const words = Object.entries(removed).filter(([, count]) => count > 0);
  const name = words.map(([kind, count]) => `${kind}: ${count}`).join(', ') || 'nothing was stored';
  const detail = { name, by, subjectHash, hash };
  await audit.record({
    workspaceId,
    actor: requestedBy,
    action: 'person-erased',
    target,
    detail,
    area: 'Data',
  });
}
