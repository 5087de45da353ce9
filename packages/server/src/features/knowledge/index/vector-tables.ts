import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/db/schema.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { IndexTables } from './opened-index.ts';
import { vectorTableRemovals, vectorTableWrites } from './vector-table-writes.store.ts';
import { vectorTableStore } from './vector-tables.store.ts';

interface VectorTableParts {
  db: Database;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Knowledge bases with at least so many vectors are compared by the database; 0: none. */
  least: number;
}

interface VectorTables {
  /** For the index; undefined where the database cannot compare. */
  tables: IndexTables | undefined;
  /** Makes tables, adds what was written since, and drops those that nobody needs. */
  keepUp(signal: AbortSignal): Promise<void>;
}

/** Filters are held against what a graph meets from this version on. */
const leastVersion = [0, 8] as const;
/** Those of halfvec that a graph takes. */
const mostDimensions = 4000;
/** Far fewer than were needed to make one: a knowledge base at the limit does not change its ways all the time. */
const keptShare = 0.5;

/** The tables in which pgvector compares very large knowledge bases. */
export function createVectorTables({ db, log, least }: VectorTableParts): VectorTables {
  if (!isPostgres(db)) return { tables: undefined, keepUp: async () => {} };
  const writes = vectorTableWrites(db);
  const removals = vectorTableRemovals(db);
  let lastReason = '';

  /** Says once why very large knowledge bases stay in memory. */
  async function isUsable(): Promise<boolean> {
    const reason = await whyNot(db);
    if (reason !== undefined && reason !== lastReason)
      log.warn({ reason }, 'knowledge bases that are large enough for pgvector are compared in memory');
    lastReason = reason ?? '';
    return reason === undefined;
  }

  async function dropSmall(): Promise<void> {
    const kept = least === 0 ? Number.MAX_SAFE_INTEGER : Math.max(1, least * keptShare);
    for (const { name, ...place } of await removals.small(kept)) {
      await removals.retire(place);
      await removals.drop(place, name);
      log.info({ storeId: place.storeId }, 'a knowledge base is compared in memory again');
    }
  }

  return {
    tables: least === 0 ? undefined : vectorTableStore(db),
    async keepUp(signal) {
      await dropSmall();
      if (least === 0) return;
      const large = (await writes.large(least)).filter(({ dimensions }) => dimensions <= mostDimensions);
      if (large.length === 0 || !(await isUsable())) return;
      for (const { dimensions, ...place } of large) {
        let table = await writes.ensure(place, dimensions);
        for (;;) {
          signal.throwIfAborted();
          const lastSeq = await writes.addNext(place, table);
          if (lastSeq === table.lastSeq) break;
          table = { ...table, lastSeq };
        }
        if (table.isReady) continue;
        await writes.publish(place);
        log.info({ storeId: place.storeId }, 'a knowledge base is compared by pgvector from now on');
      }
    },
  };
}

/** Why the database cannot compare vectors; the extension is added where that is allowed. */
async function whyNot(db: Database): Promise<string | undefined> {
  const version = await installedVersion(db);
  if (version !== undefined) return refusal(version);
  const { rows } = await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(db);
  if (rows.length === 0) return 'pgvector is not installed on the database server';
  try {
    await sql`create extension if not exists vector`.execute(db);
  } catch {
    return 'the database user may not add the extension "vector"; let an administrator run: create extension vector';
  }
  return refusal((await installedVersion(db)) ?? '0');
}

async function installedVersion(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{
    version: string;
  }>`select extversion as version from pg_extension where extname = 'vector'`.execute(db);
  return rows[0]?.version;
}

function refusal(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > leastVersion[0] || (major === leastVersion[0] && minor >= leastVersion[1]);
  return isEnough ? undefined : `pgvector is of version ${version}, and 0.8 is needed`;
}
