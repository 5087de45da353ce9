import type { Body } from '@tendril/contract/api/endpoint';
import type { Job } from '@tendril/contract/api/jobs';
import type { importMeasureCases, suggestMeasureCases } from '@tendril/contract/api/knowledge-measures';
import type { Scope } from '../../../platform/db/scope.ts';
import { readCaseFile, writeCaseFile } from './case-files.ts';
import { measureCaseStore } from './measure-cases.store.ts';
import { passagesOf } from './measure-questions.ts';
import type { MeasuresParts } from './measures-parts.ts';
import { newCase } from './new-case.ts';
import { requireCaseRoom } from './require-case-room.ts';
import { suggestKind, suggestSubject } from './suggest-questions.ts';

/** Saved questions out of files and models, and into files. */
export function createCaseTransfer({ db, knowledge, jobs }: MeasuresParts) {
  const store = measureCaseStore(db);

  return {
    /** Adds all questions of a file, or none. Throws INVALID_INPUT naming the line. */
    async import(
      scope: Scope,
      storeId: string,
      { format, text }: Body<typeof importMeasureCases>,
    ): Promise<{ added: number }> {
      await knowledge.stores.require(scope, storeId);
      const fields = await readCaseFile(format, text);
      await requireCaseRoom(db, scope, storeId, fields.length);
      const rows = fields.map((one) => newCase(scope, storeId, { ...one, origin: 'import' }));
      await db.transaction().execute((trx) => measureCaseStore(trx).insert(rows));
      return { added: rows.length };
    },

    async export(scope: Scope, storeId: string, format: 'csv' | 'json') {
      const { name } = await knowledge.stores.require(scope, storeId);
      const rows = (await store.list(scope, storeId)).reverse();
      const fields = rows.map((row) => ({
        question: row.question,
        expected: passagesOf(row),
        tags: JSON.parse(row.tags) as string[],
        isConfirmed: row.isConfirmed === 1,
      }));
      return { name: `${name} – questions.${format}`, text: await writeCaseFile(format, fields) };
    },

    /** Queues the making of questions; while it is being done, that job is the answer. */
    async suggest(scope: Scope, storeId: string, body: Body<typeof suggestMeasureCases>): Promise<Job> {
      await knowledge.stores.require(scope, storeId);
      await requireCaseRoom(db, scope, storeId, body.count);
      // A model that cannot be opened is said at once.
      await knowledge.measuring.openModel(scope, storeId, body.chatModel, new AbortController().signal);
      const subjectId = suggestSubject(storeId);
      const [open] = await jobs.listOpen(scope, [subjectId]);
      if (open) return open;
      await jobs.requireRoom(scope);
      const { workspaceId } = scope;
      const asked = { workspaceId, subjectId, kind: suggestKind, input: { ...body, storeId } };
      const job = await db.transaction().execute((trx) => jobs.enqueue(trx, asked));
      jobs.poke();
      return job;
    },
  };
}
