import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { SourceEntryTable } from '../../../platform/db/source-sync-tables.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import type { KnownFile, ListedFile } from './plan-sync.ts';

type Db = Database | DatabaseTransaction;
type SourceEntryRow = SourceEntryTable;

const rowsAtOnce = 100;
/** So few that reading them takes a few milliseconds. */
const rowsPerPage = 500;

/** What sources listed last. */
export function sourceEntryStore(db: Db) {
  const entries = ({ workspaceId }: Scope, loaderId: string) =>
    db.selectFrom('source_entry').where('workspaceId', '=', workspaceId).where('loaderId', '=', loaderId);

  return {
    /** Writes a page of a listing; one that was listed twice is the later one. */
    async put(rows: readonly SourceEntryRow[]): Promise<void> {
      const last = [...new Map(rows.map((row) => [row.key, row])).values()];
      for (let start = 0; start < last.length; start += rowsAtOnce) {
        await loopTurn();
        await db
          .insertInto('source_entry')
          .values(last.slice(start, start + rowsAtOnce))
          .onConflict((conflict) =>
            conflict.columns(['loaderId', 'key']).doUpdateSet((row) => ({
              jobId: row.ref('excluded.jobId'),
              version: row.ref('excluded.version'),
              title: row.ref('excluded.title'),
              url: row.ref('excluded.url'),
              acl: row.ref('excluded.acl'),
              bytes: row.ref('excluded.bytes'),
              skipped: row.ref('excluded.skipped'),
            })),
          )
          .execute();
      }
    },

    /** What one sync has listed. */
    async list(scope: Scope, loaderId: string, jobId: string): Promise<ListedFile[]> {
      return byPages(async (after, limit) => {
        const rows = await entries(scope, loaderId)
          .select(['key', 'version', 'title', 'url', 'acl', 'bytes', 'skipped'])
          .where('jobId', '=', jobId)
          .$if(after !== undefined, (query) => query.where('key', '>', after ?? ''))
          .orderBy('key')
          .limit(limit)
          .execute();
        return rows.map((row) => ({ ...row, bytes: row.bytes === null ? null : Number(row.bytes) }));
      });
    },

    /** Forgets what earlier syncs have listed. */
    async removeOthers({ workspaceId }: Scope, loaderId: string, jobId: string): Promise<void> {
      await db
        .deleteFrom('source_entry')
        .where('workspaceId', '=', workspaceId)
        .where('loaderId', '=', loaderId)
        .where('jobId', '<>', jobId)
        .execute();
    },

    /** Those that are not read, by their keys. */
    skipped: (scope: Scope, loaderId: string, after: string, limit: number) =>
      entries(scope, loaderId)
        .select(['key', 'title', 'url', 'skipped'])
        .where('skipped', 'is not', null)
        .where('key', '>', after)
        .orderBy('key')
        .limit(limit)
        .execute(),

    /** The files of a loader that have a content. */
    sameContent: ({ workspaceId }: Scope, loaderId: string, contentHash: string) =>
      db
        .selectFrom('document_file')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('loaderId', '=', loaderId)
        .where('contentHash', '=', contentHash)
        .execute(),

    /** The files of a loader, as the plan of a sync needs them. */
    files: (scope: Scope, loaderId: string) => readFiles(db, scope, loaderId),
  };
}

function readFiles(db: Db, { workspaceId }: Scope, loaderId: string): Promise<KnownFile[]> {
  return byPages(async (after, limit) => {
    const rows = await db
      .selectFrom('document_file')
      .select(['id', 'key', 'version', 'title', 'url', 'acl', 'state', 'origin', 'updatedAt'])
      .where('workspaceId', '=', workspaceId)
      .where('loaderId', '=', loaderId)
      .$if(after !== undefined, (query) => query.where('key', '>', after ?? ''))
      .orderBy('key')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, updatedAt: Number(row.updatedAt) }));
  });
}

/** All rows in the order of their keys, read page by page: others are served between them. */
async function byPages<T extends { key: string }>(
  page: (after: string | undefined, limit: number) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = [];
  let isWhole = false;
  while (!isWhole) {
    const rows = await page(all.at(-1)?.key, rowsPerPage);
    all.push(...rows);
    isWhole = rows.length < rowsPerPage;
    await loopTurn();
  }
  return all;
}
