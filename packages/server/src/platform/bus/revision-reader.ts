import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/schema.ts';
import type { BusDelivery } from './bus-delivery.ts';
import type { RevisedKind } from './control-bus.ts';

interface RevisionReaderParts {
  db: Database;
  log: Logger;
  delivery: Pick<BusDelivery, 'deliver' | 'announceGap'>;
  everyMs?: number;
  keptMs?: number;
}

/** Reads what other processes have changed, on PostgreSQL. */
interface RevisionReader {
  close(): Promise<void>;
}

interface ReadRow {
  /** The oldest transaction that was still open. */
  oldest: number;
  seq: number | null;
  workspaceId: string;
  what: RevisedKind;
  rowId: string | null;
}

const sweepMs = 60_000;

/**
 * Looks for changes in less than every two seconds, with one query. Rows become visible in the order of their commits,
 * not of their numbers: each look begins at the oldest transaction that was open in the one before, and passes over the
 * rows that it has seen.
 */
export function startRevisionReader(parts: RevisionReaderParts): RevisionReader {
  const { db, log, delivery, everyMs = 1500, keptMs = 600_000 } = parts;
  const closed = new AbortController();
  let from: number | undefined;
  let seen: ReadonlySet<number> = new Set();
  let readAt = 0;
  let sweptAt = performance.now();
  let hasFailed = false;

  async function read(): Promise<void> {
    const beganAt = performance.now();
    const rows = await readFrom(db, from);
    // Before the first look, and where rows may have been swept away unread, nobody knows what was changed.
    const isGap = from === undefined || beganAt - readAt > keptMs / 2;
    from = rows[0]?.oldest ?? from;
    readAt = beganAt;
    const found = rows.filter((row): row is ReadRow & { seq: number } => row.seq !== null);
    const fresh = found.filter(({ seq }) => !seen.has(seq));
    seen = new Set(found.map(({ seq }) => seq));
    if (isGap) return delivery.announceGap();
    for (const { workspaceId, what, rowId } of fresh)
      delivery.deliver({ kind: 'revised', scope: workspaceId, what, id: rowId ?? undefined });
  }

  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < sweepMs) return;
    sweptAt = performance.now();
    await sql`delete from revision where at < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${keptMs}::bigint`.execute(
      db,
    );
  }

  async function look(): Promise<void> {
    try {
      await read();
      await sweep();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'changes of other processes cannot be read');
      hasFailed = true;
    }
  }

  async function run(): Promise<void> {
    const { signal } = closed;
    while (!signal.aborted) {
      await look();
      await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async close() {
      closed.abort();
      await running;
    },
  };
}

async function readFrom(db: Database, from: number | undefined): Promise<ReadRow[]> {
  const first = from === undefined ? sql`null` : sql`${from}`;
  const { rows } = await sql<ReadRow>`
    select txid_snapshot_xmin(txid_current_snapshot()) as oldest, revision.seq, revision."workspaceId",
      revision.what, revision."rowId"
    from (select 1) as one left join revision on revision.n >= ${first}::bigint
    order by revision.seq`.execute(db);
  return rows;
}
