import type { GapState } from '@tendril/contract/api/knowledge-gaps';
import { sql } from 'kysely';
import type { KnowledgeGapQuestionTable, KnowledgeGapTable } from '../../../platform/db/citation-tables.ts';
import type { PagePlace } from '../../../platform/db/page-place.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { mostCompared } from './known-gaps.ts';
import type { AskedIn } from './record-gap.ts';

/** Of one gap, so that one that is asked often leaves room for the others. */
const mostExamples = 30;

/** What was erased with all its questions is no gap any more. */
const isAsked = sql<boolean>`(exists (select 1 from knowledge_gap_question asked where asked."gapId" = knowledge_gap.id)
  or exists (select 1 from knowledge_gap_call asked where asked."gapId" = knowledge_gap.id))`;

/** Reads questions without an answer. Every call names the workspace. */
export function gapStore(db: Database | DatabaseTransaction) {
  const ofStore = ({ workspaceId }: Scope, storeId: string) =>
    db.selectFrom('knowledge_gap').where('workspaceId', '=', workspaceId).where('storeId', '=', storeId);
  return {
    list(scope: Scope, storeId: string, state: GapState, after: PagePlace | undefined, limit: number) {
      const found = ofStore(scope, storeId)
        .select(['id', 'state', 'asked', 'bestScore', 'firstAskedAt', 'lastAskedAt'])
        .where('state', '=', state)
        .where(isAsked)
        .orderBy('lastAskedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      if (!after) return found.execute();
      const { at, id } = after;
      return found
        .where((gap) =>
          gap.or([gap('lastAskedAt', '<', at), gap.and([gap('lastAskedAt', '=', at), gap('id', '<', id)])]),
        )
        .execute();
    },

    async counts(scope: Scope, storeId: string): Promise<Record<GapState, number>> {
      const rows = await ofStore(scope, storeId)
        .select((gap) => ['state', gap.fn.countAll<number>().as('gaps')])
        .where(isAsked)
        .groupBy('state')
        .execute();
      const of = (state: GapState) => Number(rows.find((row) => row.state === state)?.gaps ?? 0);
      return { open: of('open'), answered: of('answered'), dismissed: of('dismissed') };
    },

    find: (scope: Scope, storeId: string, id: string) =>
      ofStore(scope, storeId).select('id').where('id', '=', id).executeTakeFirst(),

    byWords: (scope: Scope, storeId: string, wordKey: string) =>
      ofStore(scope, storeId).select('id').where('wordKey', '=', wordKey).executeTakeFirst(),

    /** The latest, with their vectors by one model. */
    vectors: (scope: Scope, storeId: string, embedding: string) =>
      ofStore(scope, storeId)
        .select(['id', 'vector'])
        .where('embedding', '=', embedding)
        .where('vector', 'is not', null)
        .where('state', '<>', 'answered')
        .orderBy('lastAskedAt', 'desc')
        .limit(mostCompared)
        .execute(),

    /** Some texts of a knowledge base, spread over it. */
    async sampleTexts({ workspaceId }: Scope, storeId: string, count: number): Promise<number[]> {
      const rows = await db
        .selectFrom('chunk_text')
        .select('seq')
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .orderBy('hash')
        .limit(count)
        .execute();
      return rows.map(({ seq }) => Number(seq));
    },

    async isStored(of: AskedIn): Promise<boolean> {
      const found =
        'runId' in of
          ? db.selectFrom('run').select('id').where('id', '=', of.runId)
          : db.selectFrom('call').select('id').where('id', '=', of.callId);
      return (await found.executeTakeFirst()) !== undefined;
    },
  };
}

/** The latest questions of each gap, the latest first. */
export async function latestQuestions(
  db: Database | DatabaseTransaction,
  { workspaceId }: Scope,
  gapIds: readonly string[],
) {
  if (gapIds.length === 0) return [];
  const of = (table: 'knowledge_gap_question' | 'knowledge_gap_call') => {
    const place = sql<number>`row_number() over (partition by "gapId" order by "askedAt" desc)`;
    const ranked = db
      .selectFrom(table)
      .select(['gapId', 'question', 'askedAt', place.as('place')])
      .where('workspaceId', '=', workspaceId)
      .where('gapId', 'in', gapIds);
    return db
      .selectFrom(ranked.as('asked'))
      .select(['gapId', 'question', 'askedAt'])
      .where('place', '<=', mostExamples)
      .execute();
  };
  const found = await Promise.all([of('knowledge_gap_question'), of('knowledge_gap_call')]);
  return found.flat().sort((one, other) => Number(other.askedAt) - Number(one.askedAt));
}

/** Writes questions without an answer. */
export function gapWrites(db: Database | DatabaseTransaction) {
  return {
    insert: (row: KnowledgeGapTable) =>
      db
        .insertInto('knowledge_gap')
        .values(row)
        .onConflict((conflict) => conflict.columns(['storeId', 'wordKey']).doNothing())
        .execute(),

    async insertQuestion(row: Omit<KnowledgeGapQuestionTable, 'runId'>, of: AskedIn): Promise<void> {
      if ('runId' in of)
        await db
          .insertInto('knowledge_gap_question')
          .values({ ...row, ...of })
          .execute();
      else
        await db
          .insertInto('knowledge_gap_call')
          .values({ ...row, ...of })
          .execute();
    },

    /** Counts a question; what was answered and is asked again without success is open again. */
    async count({ workspaceId }: Scope, id: string, bestScore: number | null, at: number): Promise<void> {
      await db
        .updateTable('knowledge_gap')
        .set({ asked: sql<number>`asked + 1`, bestScore, lastAskedAt: at })
        .set({ state: sql<GapState>`case when state = 'answered' then 'open' else state end` })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },

    async setState(scope: Scope, storeId: string, id: string, state: GapState): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('knowledge_gap')
        .set({ state })
        .where('workspaceId', '=', scope.workspaceId)
        .where('storeId', '=', storeId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns how many there were. */
    async setStates(scope: Scope, storeId: string, ids: readonly string[], state: GapState): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('knowledge_gap')
        .set({ state })
        .where('workspaceId', '=', scope.workspaceId)
        .where('storeId', '=', storeId)
        .where('id', 'in', ids)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** Those whose questions went with what was said. */
    async removeUnasked({ workspaceId }: Scope): Promise<void> {
      await db
        .deleteFrom('knowledge_gap')
        .where('workspaceId', '=', workspaceId)
        .where(sql<boolean>`not ${isAsked}`)
        .execute();
    },
  };
}
