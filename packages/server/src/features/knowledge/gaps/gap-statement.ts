import { sql } from 'kysely';
import type { KnowledgeGapTable } from '../../../platform/db/citation-tables.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { AskedIn } from './record-gap.ts';

/** A question that found nothing, as it is stored. */
interface AskedGap {
  /** Of a gap that nobody has asked for yet. */
  gap: KnownGapRow;
  /** The gap that asks the same in other words. */
  same: string | undefined;
  question: { id: string; question: string };
  of: AskedIn;
}

type KnownGapRow = Omit<KnowledgeGapTable, 'state' | 'asked' | 'firstAskedAt' | 'lastAskedAt'> & {
  at: number;
};

/**
 * On PostgreSQL: notes a question in one statement, which is its own commit: in a transaction with others, every turn
 * would wait for each of its round trips. Returns the gap; undefined where what it was asked in is not stored, or the one
 * that asks the same is gone.
 */
export async function noteGapAtOnce(
  db: Database,
  { gap, same, question, of }: AskedGap,
): Promise<string | undefined> {
  const [table, column, askedIn] =
    'runId' in of ? (['run', 'runId', of.runId] as const) : (['call', 'callId', of.callId] as const);
  const isStored = sql`exists (select 1 from ${sql.table(table)} where id = ${askedIn})`;
  const again = sql`asked = knowledge_gap.asked + 1, "bestScore" = ${gap.bestScore}::float8, "lastAskedAt" = ${gap.at}::bigint,
    state = case when knowledge_gap.state = 'answered' then 'open' else knowledge_gap.state end`;
  const counted =
    same === undefined
      ? sql`insert into knowledge_gap (id, "workspaceId", "storeId", "wordKey", embedding, "bestScore", vector, state,
          asked, "firstAskedAt", "lastAskedAt")
        select ${gap.id}, ${gap.workspaceId}, ${gap.storeId}, ${gap.wordKey}, ${gap.embedding},
          ${gap.bestScore}::float8, ${gap.vector}::bytea, 'open', 1, ${gap.at}::bigint, ${gap.at}::bigint
        where ${isStored}
        on conflict ("storeId", "wordKey") do update set ${again}`
      : sql`update knowledge_gap set ${again}
        where id = ${same} and "workspaceId" = ${gap.workspaceId} and "storeId" = ${gap.storeId} and ${isStored}`;
  const { rows } = await sql<{ id: string }>`with counted as (${counted} returning id), noted as (
      insert into ${sql.table(`knowledge_gap_${table === 'run' ? 'question' : 'call'}`)}
        (id, "workspaceId", "gapId", ${sql.ref(column)}, question, "askedAt")
      select ${question.id}, ${gap.workspaceId}, counted.id, ${askedIn}, ${question.question}, ${gap.at}::bigint from counted
    ) select id from counted`.execute(db);
  return rows[0]?.id;
}
