import { createHash, randomUUID } from 'node:crypto';
import type { AuditEntryTable, Database } from './schema.ts';
import type { WriteGroup } from './write-group.ts';

export interface AuditRecord {
  workspaceId?: string;
  /** Who did it: `user:<id>`, `key:<id>` or `system`. */
  actor: string;
  /** Noun and verb: `owner-registered`, `refresh-reused`. */
  action: string;
  target?: string;
  detail?: Record<string, unknown>;
}

/** What happened to the installation, each entry bound to the one before by its hash. */
export interface AuditLog {
  record(entry: AuditRecord): Promise<void>;
  /** The `seq` of the first entry that does not fit its predecessor, or nothing when the chain is whole. */
  findBreak(): Promise<number | undefined>;
}

const beforeFirst = '0'.repeat(64);

export function createAuditLog(db: Database, writes: WriteGroup): AuditLog {
  return {
    record: (entry) =>
      writes.write(async (trx) => {
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
        };
        await trx
          .insertInto('audit_entry')
          .values({ ...row, hash: hashOf(row) })
          .execute();
      }),
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

function hashOf(row: Omit<AuditEntryTable, 'hash'>): string {
  const { seq, id, workspaceId, at, actor, action, target, detail, prevHash } = row;
  const text = JSON.stringify([seq, id, workspaceId, at, actor, action, target, detail, prevHash]);
  return createHash('sha256').update(text).digest('hex');
}
