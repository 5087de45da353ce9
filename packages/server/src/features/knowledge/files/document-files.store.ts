import { sql, type Updateable } from 'kysely';
import type { DocumentFileTable } from '../../../platform/db/document-file-table.ts';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { PagePlace } from '../../../platform/db/page-place.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { holdsText } from '../../../platform/db/search/text-match.ts';

export type DocumentFileRow = DocumentFileTable;
export type FileState = DocumentFileRow['state'];

interface FileSearch {
  states?: readonly FileState[] | undefined;
  query?: string | undefined;
  after?: PagePlace | undefined;
  limit: number;
  readable?: ReadableFiles | undefined;
}

/** Files under these access lists, and those without one of their own where `isOthers`. */
export interface ReadableFiles {
  lists: readonly string[];
  isOthers: boolean;
}

/** Of a loader, or of all loaders of a knowledge base. */
type FilesOf = { loaderId: string } | { storeId: string };

interface StateCount {
  state: FileState;
  files: number;
  bytes: number;
  chunks: number;
}

const none = [''];

/** Reads the rows of files. */
export function documentFileStore(db: Database | DatabaseTransaction) {
  const files = ({ workspaceId }: Scope) =>
    db.selectFrom('document_file').where('workspaceId', '=', workspaceId);
  const ofPlace = (scope: Scope, of: FilesOf) =>
    'loaderId' in of
      ? files(scope).where('loaderId', '=', of.loaderId)
      : files(scope).where('storeId', '=', of.storeId);

  const readableOf = (scope: Scope, of: FilesOf, readable: ReadableFiles | undefined) => {
    const found = ofPlace(scope, of);
    if (!readable) return found;
    const { lists, isOthers } = readable;
    return found.where((file) =>
      file.or([
        file('acl', 'in', lists.length > 0 ? lists : none),
        ...(isOthers ? [file('acl', 'is', null)] : []),
      ]),
    );
  };

  return {
    find: (scope: Scope, id: string) => files(scope).selectAll().where('id', '=', id).executeTakeFirst(),

    findMany: (scope: Scope, loaderId: string, ids: readonly string[]) =>
      ofPlace(scope, { loaderId })
        .selectAll()
        .where('id', 'in', ids.length > 0 ? ids : none)
        .execute(),

    byKeys: (scope: Scope, loaderId: string, keys: readonly string[]) =>
      ofPlace(scope, { loaderId })
        .selectAll()
        .where('key', 'in', keys.length > 0 ? keys : none)
        .execute(),

    /** The next files in their order. */
    list(scope: Scope, of: FilesOf, { states, query, after, limit, readable }: FileSearch) {
      let found = readableOf(scope, of, readable).selectAll().orderBy('position').orderBy('id').limit(limit);
      if (states && states.length > 0) found = found.where('state', 'in', states);
      if (query) found = found.where(holdsText('key', query));
      if (after)
        found = found.where((file) =>
          file.or([
            file('position', '>', after.at),
            file.and([file('position', '=', after.at), file('id', '>', after.id)]),
          ]),
        );
      return found.execute();
    },

    async countByState(scope: Scope, of: FilesOf, readable?: ReadableFiles): Promise<StateCount[]> {
      const rows = await readableOf(scope, of, readable)
        .select((file) => [
          'state',
          file.fn.countAll<number>().as('files'),
          sql<number>`coalesce(sum(bytes), 0)`.as('bytes'),
          sql<number>`coalesce(sum(chunks), 0)`.as('chunks'),
        ])
        .groupBy('state')
        .execute();
      return rows.map(({ state, ...row }) => ({
        state,
        ...{ files: Number(row.files), bytes: Number(row.bytes), chunks: Number(row.chunks) },
      }));
    },
  };
}

/** Which sizes are small, and whether only those are wanted. */
interface SizeRule {
  small: number;
  isSmall: boolean;
}

/** Reads what the work on a loader's files needs. */
export function waitingFileStore(db: Database | DatabaseTransaction) {
  const ofLoader = ({ workspaceId }: Scope, loaderId: string) =>
    db.selectFrom('document_file').where('workspaceId', '=', workspaceId).where('loaderId', '=', loaderId);

  return {
    /** Those that could not be read, or not whole. */
    withProblems: (scope: Scope, loaderId: string, limit: number) =>
      ofLoader(scope, loaderId)
        .select(['id', 'key', 'error'])
        .where('error', 'is not', null)
        .orderBy('position')
        .limit(limit)
        .execute(),

    /** Keys, and under which names the contents are stored. */
    names: (scope: Scope, loaderId: string) =>
      ofLoader(scope, loaderId).select(['id', 'key', 'storedName']).orderBy('position').execute(),

    /** Those that wait to be read: small ones first, never behind large ones. */
    queued: (scope: Scope, loaderId: string, { small, isSmall }: SizeRule, most: number) =>
      ofLoader(scope, loaderId)
        .select(['id', 'bytes'])
        .where('state', '=', 'queued')
        .where(sql<boolean>`coalesce(bytes, 0) < ${isSmall ? small : Number.MAX_SAFE_INTEGER}`)
        .orderBy(sql`case when coalesce(bytes, 0) < ${small} then 0 else 1 end`)
        .orderBy('position')
        .limit(most)
        .execute(),

    /** How many small and large files wait. */
    async waiting(scope: Scope, loaderId: string, small: number): Promise<{ small: number; large: number }> {
      const row = await ofLoader(scope, loaderId)
        .select([
          sql<number>`coalesce(sum(case when coalesce(bytes, 0) < ${small} then 1 else 0 end), 0)`.as(
            'small',
          ),
          sql<number>`coalesce(sum(case when coalesce(bytes, 0) < ${small} then 0 else 1 end), 0)`.as(
            'large',
          ),
        ])
        .where('state', '=', 'queued')
        .executeTakeFirst();
      return { small: Number(row?.small ?? 0), large: Number(row?.large ?? 0) };
    },

    /** Read from the index of the order, of which the knowledge base is the first column. */
    async lastPosition(loader: Scope & { id: string; storeId: string }): Promise<number> {
      const row = await ofLoader(loader, loader.id)
        .where('storeId', '=', loader.storeId)
        .select('position')
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst();
      return Number(row?.position ?? 0);
    },
  };
}

interface FileRelease {
  /** The state of a file that has chunks. */
  settled: FileState;
  /** No other job will read what waits. */
  isLast: boolean;
  why: string;
}

/** Writes the rows of files. */
export function documentFileWrites(db: Database | DatabaseTransaction) {
  const change = ({ workspaceId }: Scope) =>
    db.updateTable('document_file').where('workspaceId', '=', workspaceId);

  return {
    /** Those that are there stay as they are. */
    insertMany: (rows: readonly DocumentFileRow[]) =>
      insertMany(db, 'document_file', rows, { skipsPresent: true }),

    /** Returns the ids of those whose key was free. */
    async insertNew(rows: readonly DocumentFileRow[]): Promise<string[]> {
      if (rows.length === 0) return [];
      const added = await db
        .insertInto('document_file')
        .values([...rows])
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      return added.map(({ id }) => id);
    },

    async update(scope: Scope, id: string, changes: Updateable<DocumentFileRow>): Promise<boolean> {
      const { numUpdatedRows } = await change(scope)
        .set({ ...changes, updatedAt: Date.now() })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Files are to be read again: all of a loader, or those named, or those in a state. */
    async queue(
      scope: Scope,
      loaderId: string,
      which: { ids?: readonly string[]; state?: FileState } = {},
    ): Promise<number> {
      let query = change(scope)
        .set({ state: 'queued', jobId: null, attempts: 0, updatedAt: Date.now() })
        .where('loaderId', '=', loaderId);
      if (which.ids) query = query.where('id', 'in', which.ids.length > 0 ? which.ids : none);
      if (which.state) query = query.where('state', '=', which.state);
      return Number((await query.executeTakeFirst()).numUpdatedRows);
    },

    async remove({ workspaceId }: Scope, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .deleteFrom('document_file')
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', ids)
        .execute();
    },
  };
}

/** Writes which job has which file, and what comes of it. */
export function fileClaimWrites(db: Database | DatabaseTransaction) {
  const change = ({ workspaceId }: Scope) =>
    db.updateTable('document_file').where('workspaceId', '=', workspaceId);

  return {
    /** Gives a file to a job; false where another one has it. */
    async claim(scope: Scope, id: string, jobId: string): Promise<boolean> {
      const { numUpdatedRows } = await change(scope)
        .set((file) => ({
          state: 'reading',
          jobId,
          attempts: file('attempts', '+', 1),
          updatedAt: Date.now(),
        }))
        .where('id', '=', id)
        .where((file) => file.or([file('state', '=', 'queued'), file('jobId', '=', jobId)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Ends the work of a job on a file; false where it is the job's no more: it was replaced or deleted meanwhile. */
    async settle(
      scope: Scope,
      id: string,
      jobId: string,
      changes: Updateable<DocumentFileRow>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await change(scope)
        .set({ ...changes, jobId: null, updatedAt: Date.now() })
        .where('id', '=', id)
        .where('jobId', '=', jobId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** What a job leaves in the middle is as it was before; what was never read says why. */
    async release(
      scope: Scope,
      loaderId: string,
      jobId: string,
      { settled, isLast, why }: FileRelease,
    ): Promise<void> {
      await change(scope)
        .set({
          state: sql`case when chunks = 0 then 'failed' else ${settled} end`,
          error: sql`case when chunks = 0 then ${why} else error end`,
          ...{ jobId: null, updatedAt: Date.now() },
        })
        .where('loaderId', '=', loaderId)
        .where((file) =>
          isLast
            ? file.or([file('state', '=', 'queued'), file('jobId', '=', jobId)])
            : file('jobId', '=', jobId),
        )
        .execute();
    },
  };
}

/** The same of many files at once. */
export function groupClaimWrites(db: Database | DatabaseTransaction) {
  const change = ({ workspaceId }: Scope) =>
    db.updateTable('document_file').where('workspaceId', '=', workspaceId);

  return {
    /** Gives files to a job; returns the ids of those that no other has, or of all that are there. */
    async claimMany(
      scope: Scope,
      ids: readonly string[],
      jobId: string,
      { takesBack }: { takesBack: boolean },
    ): Promise<string[]> {
      if (ids.length === 0) return [];
      let query = change(scope)
        .set((file) => ({
          state: 'reading',
          jobId,
          attempts: file('attempts', '+', 1),
          updatedAt: Date.now(),
        }))
        .where('id', 'in', ids);
      if (!takesBack)
        query = query.where((file) => file.or([file('state', '=', 'queued'), file('jobId', '=', jobId)]));
      return (await query.returning('id').execute()).map(({ id }) => id);
    },

    /** Files that a job was reading wait to be read again, but for these. */
    async returnMany(scope: Scope, loaderId: string, jobId: string, without: readonly string[]) {
      await change(scope)
        .set({ state: 'queued', jobId: null, updatedAt: Date.now() })
        .where('loaderId', '=', loaderId)
        .where('jobId', '=', jobId)
        .where('state', '=', 'reading')
        .where('id', 'not in', without.length > 0 ? without : none)
        .execute();
    },
  };
}
