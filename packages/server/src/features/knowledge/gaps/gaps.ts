import type { Answer, Query } from '@tendril/contract/api/endpoint';
import type { GapState, listKnowledgeGaps } from '@tendril/contract/api/knowledge-gaps';
import { AppError } from '@tendril/contract/app-error';
import { cutPage, readCursor } from '../../../platform/db/page-place.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { gapStore, gapWrites, latestQuestions } from './gaps.store.ts';

interface GapParts {
  db: Database;
  /** Throws NOT_FOUND. */
  requireStore(scope: Scope, storeId: string): Promise<unknown>;
  /** Adds a text to a knowledge base, and makes it searchable; returns its loader. */
  addPassage(scope: Scope, storeId: string, passage: { name: string; text: string }): Promise<string>;
}

const mostOthers = 5;
const longestName = 120;

/** Questions that knowledge bases had no answer to. */
export function createGaps({ db, requireStore, addPassage }: GapParts) {
  const store = gapStore(db);
  const missing = () => new AppError('NOT_FOUND', 'The knowledge base has no such gap.');

  async function questionsOf(scope: Scope, ids: readonly string[]): Promise<Map<string, string[]>> {
    const byGap = new Map<string, string[]>();
    for (const { gapId, question } of await latestQuestions(db, scope, ids)) {
      const known = byGap.get(gapId) ?? [];
      if (!known.includes(question)) known.push(question);
      byGap.set(gapId, known);
    }
    return byGap;
  }

  return {
    async list(
      scope: Scope,
      storeId: string,
      { state, cursor, limit }: Query<typeof listKnowledgeGaps>,
    ): Promise<Answer<typeof listKnowledgeGaps>> {
      await requireStore(scope, storeId);
      const found = await store.list(scope, storeId, state, readCursor(cursor), limit + 1);
      const { rows, next } = cutPage(found, limit, ({ lastAskedAt }) => Number(lastAskedAt));
      const questions = await questionsOf(
        scope,
        rows.map(({ id }) => id),
      );
      return {
        gaps: rows.map((row) => {
          const [question = '', ...others] = questions.get(row.id) ?? [];
          const [firstAskedAt, lastAskedAt] = [Number(row.firstAskedAt), Number(row.lastAskedAt)];
          return { ...row, question, others: others.slice(0, mostOthers), firstAskedAt, lastAskedAt };
        }),
        next,
        counts: await store.counts(scope, storeId),
      };
    },

    async updateMany(
      scope: Scope,
      storeId: string,
      ids: readonly string[],
      state: GapState,
    ): Promise<{ changed: number }> {
      await requireStore(scope, storeId);
      return { changed: await gapWrites(db).setStates(scope, storeId, ids, state) };
    },

    /** Throws NOT_FOUND. */
    async update(scope: Scope, storeId: string, id: string, state: GapState): Promise<void> {
      if (!(await gapWrites(db).setState(scope, storeId, id, state))) throw missing();
    },

    /** Throws NOT_FOUND. */
    async answer(scope: Scope, storeId: string, id: string, text: string): Promise<{ loaderId: string }> {
      await requireStore(scope, storeId);
      if (!(await store.find(scope, storeId, id))) throw missing();
      const [question] = (await questionsOf(scope, [id])).get(id) ?? [];
      if (question === undefined) throw missing();
      const loaderId = await addPassage(scope, storeId, { name: question.slice(0, longestName), text });
      if (!(await gapWrites(db).setState(scope, storeId, id, 'answered'))) throw missing();
      return { loaderId };
    },
  };
}

export type Gaps = ReturnType<typeof createGaps>;
