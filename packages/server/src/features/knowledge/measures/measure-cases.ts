import type { Answer, Body, Query } from '@tendril/contract/api/endpoint';
import type {
  createMeasureCase,
  listMeasureCases,
  MeasureCase,
  updateMeasureCase,
} from '@tendril/contract/api/knowledge-measures';
import { AppError } from '@tendril/contract/app-error';
import { cutPage, readCursor } from '../../../platform/db/page-place.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { passageOfChunk, type StoredPassage } from './expected-passage.ts';
import { type MeasureCaseRow, measureCaseStore } from './measure-cases.store.ts';
import { passagesOf } from './measure-questions.ts';
import type { MeasuresParts } from './measures-parts.ts';
import { newCase } from './new-case.ts';
import { requireCaseRoom } from './require-case-room.ts';
import { suggestSubject } from './suggest-questions.ts';

const mostPassages = 50;

/** Saved questions: added, changed, confirmed, deleted, imported and exported. */
export function createMeasureCases(parts: MeasuresParts) {
  const { db, knowledge, jobs } = parts;
  const store = measureCaseStore(db);

  async function passages(scope: Scope, storeId: string, chunkIds: readonly string[]) {
    return (await knowledge.measuring.chunks(scope, storeId, chunkIds)).map(passageOfChunk);
  }

  async function require(scope: Scope, storeId: string, id: string): Promise<MeasureCaseRow> {
    const row = await store.find(scope, storeId, id);
    if (!row) throw new AppError('NOT_FOUND', 'Question not found.');
    return row;
  }

  return {
    async list(
      scope: Scope,
      storeId: string,
      { state, cursor, limit }: Query<typeof listMeasureCases>,
    ): Promise<Answer<typeof listMeasureCases>> {
      await knowledge.stores.require(scope, storeId);
      const [[open], found, counts] = await Promise.all([
        jobs.listOpen(scope, [suggestSubject(storeId)]),
        store.page(scope, storeId, { state, after: readCursor(cursor), limit: limit + 1 }),
        store.counts(scope, storeId),
      ]);
      const { rows, next } = cutPage(found, limit, ({ createdAt }) => createdAt);
      return { cases: rows.map(toCase), next, counts, openJob: open ?? null };
    },

    async create(scope: Scope, storeId: string, body: Body<typeof createMeasureCase>): Promise<MeasureCase> {
      await knowledge.stores.require(scope, storeId);
      await requireCaseRoom(db, scope, storeId, 1);
      const { chunkIds, ...fields } = body;
      const expected = await passages(scope, storeId, [...new Set(chunkIds)]);
      const row = newCase(scope, storeId, { ...fields, expected });
      await store.insert([row]);
      return toCase(row);
    },

    async update(
      scope: Scope,
      { storeId, caseId }: { storeId: string; caseId: string },
      { question, tags, isConfirmed, passageIds, chunkIds = [] }: Body<typeof updateMeasureCase>,
    ): Promise<MeasureCase> {
      const row = await require(scope, storeId, caseId);
      const kept = passagesOf(row).filter(({ id }) => !passageIds || passageIds.includes(id));
      const hashes = new Set(kept.map(({ hash }) => hash));
      const added = await passages(scope, storeId, [...new Set(chunkIds)]);
      const expected = [...kept, ...added.filter(({ hash }) => !hashes.has(hash))];
      if (expected.length > mostPassages)
        throw new AppError('TOO_LARGE', `A question can have up to ${mostPassages} passages.`);
      await store.update(scope, storeId, caseId, {
        expected: JSON.stringify(expected),
        ...(question !== undefined && { question }),
        ...(tags && { tags: JSON.stringify(tags) }),
        ...(isConfirmed !== undefined && { isConfirmed: isConfirmed ? 1 : 0 }),
      });
      return toCase(await require(scope, storeId, caseId));
    },

    async remove(scope: Scope, storeId: string, ids: readonly string[]): Promise<{ deleted: number }> {
      await knowledge.stores.require(scope, storeId);
      return { deleted: await store.remove(scope, storeId, ids) };
    },
  };
}

function toCase({ expected, tags, isConfirmed, ...row }: MeasureCaseRow): MeasureCase {
  const { id, question, origin, createdAt, updatedAt } = row;
  return {
    ...{ id, question, origin, createdAt, updatedAt },
    expected: (JSON.parse(expected) as StoredPassage[]).map(({ hash: _, ...passage }) => passage),
    tags: JSON.parse(tags) as string[],
    isConfirmed: isConfirmed === 1,
  };
}
