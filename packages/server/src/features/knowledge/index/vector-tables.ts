import { sql } from 'kysely';
import type { Logger } from 'pino';
import { findPgvector } from '../../../platform/db/pgvector.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import { fillVectorTables } from './fill-vector-tables.ts';
import type { IndexTables } from './opened-index.ts';
import { vectorTableRemovals } from './vector-table-removals.store.ts';
import { vectorTableWrites } from './vector-table-writes.store.ts';
import { type TableLimits, vectorTableStore } from './vector-tables.store.ts';

interface VectorTableParts {
  db: Database;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Knowledge bases with at least so many vectors are compared by the database; 0: none. */
  least: number;
  /** Of comparisons by the database. */
  limits?: TableLimits | undefined;
}

interface VectorTables {
  /** For the index; undefined where the database cannot compare. */
  tables: IndexTables | undefined;
  /** Makes tables, adds what was written since, and drops those that nobody needs. */
  keepUp(signal: AbortSignal): Promise<void>;
}

/** Most numbers of a vector that a table takes, with a graph or without one. */
const mostDimensions = 16_000;
/** Far fewer than were needed to make one: a knowledge base at the limit does not change its ways all the time. */
const keptShare = 0.5;

/** The tables in which pgvector compares very large knowledge bases. */
export function createVectorTables({ db, log, least, limits }: VectorTableParts): VectorTables {
  if (!isPostgres(db)) return { tables: undefined, keepUp: async () => {} };
  const writes = vectorTableWrites(db);
  const removals = vectorTableRemovals(db);
  let lastReason = '';
  /** The revisions that the tables were last in step with. */
  let known = '';

  /** Says once why very large knowledge bases stay in memory. */
  async function isUsable(): Promise<boolean> {
    const reason = await whyNot(db);
    if (reason !== undefined && reason !== lastReason)
      log.warn({ reason }, 'knowledge bases that are large enough for pgvector are compared in memory');
    lastReason = reason ?? '';
    return reason === undefined;
  }

  /** Returns whether some are left for the next time: questions that have looked already may still ask them. */
  async function dropSmall(): Promise<boolean> {
    const kept = least === 0 ? Number.MAX_SAFE_INTEGER : Math.max(1, least * keptShare);
    const small = await removals.small(kept);
    for (const { name, isReady, ...place } of small) {
      if (isReady) await removals.retire(place);
      else await removals.drop(place, name);
      if (isReady) log.info({ storeId: place.storeId }, 'a knowledge base is compared in memory from now on');
    }
    await removals.dropUnknown();
    return small.some(({ isReady }) => isReady);
  }

  async function addAll(signal: AbortSignal): Promise<boolean> {
    const large = (await writes.large(least)).filter(({ dimensions }) => dimensions <= mostDimensions);
    if (large.length === 0) return true;
    if (!(await isUsable())) return false;
    await fillVectorTables({ writes, log, signal }, large);
    return true;
  }

  return {
    tables: least === 0 ? undefined : vectorTableStore(db, limits),
    async keepUp(signal) {
      const revisions = await writes.revisions();
      if (revisions === known) return;
      const isLeft = await dropSmall();
      const isDone = least === 0 || (await addAll(signal));
      // Read before: what was written since counts as not looked at.
      known = isDone && !isLeft ? revisions : '';
    },
  };
}

/** Why the database cannot compare vectors; the extension is added where that is allowed. */
async function whyNot(db: Database): Promise<string | undefined> {
  const { state, version } = await findPgvector(db);
  if (state === 'missing') return 'pgvector is not installed on the database server';
  if (state === 'old') return `pgvector is of version ${version}, and 0.8 is needed`;
  if (state === 'usable') return undefined;
  try {
    await sql`create extension if not exists vector`.execute(db);
    return undefined;
  } catch {
    return 'the database user may not add the extension "vector"; let an administrator run: create extension vector';
  }
}
