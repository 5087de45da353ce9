import { createHash, randomUUID } from 'node:crypto';
import type { AuditEvent, AuditRoute } from '@tendril/contract/api/audit-verbs';
import { sql } from 'kysely';
import { auditContext } from './audit-context.ts';
import type { AuditEntryTable } from './people-tables.ts';
import type { Database, DatabaseTransaction } from './schema.ts';
import { isPostgres } from './sequence-column.ts';
import type { WriteGroup } from './write-group.ts';

interface AuditRecord {
  workspaceId?: string;
  /** Who did it: `user:<id>`, `key:<id>` or `system`. */
  actor: string;
  /** Each has a verb in `audit-verbs.ts`. */
  action: AuditEvent | AuditRoute;
  target?: string;
  detail?: Record<string, unknown>;
  /** The subject, for changes outside a request. */
  area?: string;
}

/** What happened in the installation; each entry is chained to the one before by its hash. */
export interface AuditLog {
  record(entry: AuditRecord): Promise<void>;
  /** The `seq` of the first entry that breaks the chain; undefined when it is intact. */
  findBreak(): Promise<number | undefined>;
}

// An arbitrary number that no other lock uses.
const chainLock = 7_310_013;
const beforeFirst = '0'.repeat(64);

export function createAuditLog(db: Database, writes: WriteGroup): AuditLog {
  return {
    record(entry) {
      // Read here, because the transaction runs outside the request's context.
      const context = auditContext.getStore();
      if (context) context.isRecorded = true;
      const place = { area: entry.area ?? context?.area ?? null, address: context?.address ?? null };
      return writes.write(async (trx) => {
        await lockChain(trx);
        const last = await trx
          .selectFrom('audit_entry')
          .select(['seq', 'hash'])
          .orderBy('seq', 'desc')
          .limit(1)
          .executeTakeFirst();
        const row = {
          seq: (last?.seq ?? 0) + 1,
          id: randomUUID(),
          workspaceId: entry.workspaceId ?? null,
          at: Date.now(),
          actor: entry.actor,
          action: entry.action,
          target: entry.target ?? null,
          detail: entry.detail ? JSON.stringify(entry.detail) : null,
          prevHash: last?.hash ?? beforeFirst,
          ...place,
        };
        await trx
          .insertInto('audit_entry')
          .values({ ...row, hash: hashOf(row) })
          .execute();
      });
    },
    async findBreak() {
      let prevHash = beforeFirst;
      let seq = 0;
      for (const row of await db.selectFrom('audit_entry').selectAll().orderBy('seq').execute()) {
        seq += 1;
        if (row.seq !== seq || row.prevHash !== prevHash || row.hash !== hashOf(row)) return seq;
        prevHash = row.hash;
      }
      return undefined;
    },
  };
}

// SQLite has one writer at a time; in PostgreSQL another process could read the same last entry.
async function lockChain(trx: DatabaseTransaction): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${chainLock}::bigint)`.execute(trx);
}

function hashOf(row: Omit<AuditEntryTable, 'hash'>): string {
  const { seq, id, workspaceId, at, actor, action, target, detail, prevHash, area, address } = row;
  // Older entries have no origin, and keep their hash.
  const place = area === null && address === null ? [] : [area, address];
  const text = JSON.stringify([seq, id, workspaceId, at, actor, action, target, detail, prevHash, ...place]);
  return createHash('sha256').update(text).digest('hex');
}
