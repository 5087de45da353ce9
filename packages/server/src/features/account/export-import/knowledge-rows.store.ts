import { isOfShownEdition } from '../../../platform/db/current-chunk.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const rowsAtOnce = 200;

/** Rows of knowledge bases for an export, in an order that the same content always has. */
export function knowledgeRowStore(db: Database) {
  return {
    stores: ({ workspaceId }: Scope) =>
      db
        .selectFrom('document_store')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .orderBy('id')
        .execute(),

    loaders: ({ workspaceId }: Scope, storeId: string) =>
      db
        .selectFrom('document_store_loader')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),

    syncs: ({ workspaceId }: Scope, storeId: string) =>
      db
        .selectFrom('source_sync')
        .select(['loaderId', 'cron', 'timezone'])
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .execute(),

    cases: ({ workspaceId }: Scope, storeId: string) =>
      db
        .selectFrom('measure_case')
        .select(['question', 'expected', 'tags', 'origin', 'isConfirmed'])
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),

    /** What secrets are called, never what they hold. */
    async secrets({ workspaceId }: Scope) {
      const rows = await db
        .selectFrom('credential')
        .select(['id', 'name', 'credentialName'])
        .where('workspaceId', '=', workspaceId)
        .execute();
      return new Map(rows.map(({ id, name, credentialName }) => [id, { name, kind: credentialName }]));
    },

    /** The files that a loader's files are stored as. */
    contents: ({ workspaceId }: Scope, storeId: string) =>
      db
        .selectFrom('file')
        .select(['name', 'mediaType', 'size', 'sha256'])
        .where('workspaceId', '=', workspaceId)
        .where('ownerKind', '=', 'documentStore')
        .where('ownerId', '=', storeId)
        .orderBy('name')
        .orderBy('createdAt', 'desc')
        .execute(),
  };
}

/** Their parts, which are many: a page at a time. */
export function knowledgePartStore(db: Database) {
  return {
    async *files({ workspaceId }: Scope, loaderId: string) {
      for (let after = ''; ; ) {
        const rows = await db
          .selectFrom('document_file')
          .selectAll()
          .where('workspaceId', '=', workspaceId)
          .where('loaderId', '=', loaderId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(rowsAtOnce)
          .execute();
        yield* rows;
        const last = rows.at(-1);
        if (!last || rows.length < rowsAtOnce) return;
        after = last.id;
      }
    },

    async *chunks({ workspaceId }: Scope, batch: string) {
      for (let after = -1; ; ) {
        const rows = await db
          .selectFrom('document_chunk')
          .select(['id', 'chunkNo', 'pageContent', 'metadata', 'indexText', 'parentKey', 'fileId'])
          .where('workspaceId', '=', workspaceId)
          .where('batch', '=', batch)
          // What is being put in place of others is not theirs yet.
          .where(isOfShownEdition('document_chunk'))
          .where('chunkNo', '>', after)
          .orderBy('chunkNo')
          .limit(rowsAtOnce)
          .execute();
        yield* rows;
        const last = rows.at(-1);
        if (!last || rows.length < rowsAtOnce) return;
        after = last.chunkNo;
      }
    },

    async *parents({ workspaceId }: Scope, batch: string) {
      for (let after = ''; ; ) {
        const rows = await db
          .selectFrom('document_parent')
          .select(['key', 'text'])
          .where('workspaceId', '=', workspaceId)
          .where('batch', '=', batch)
          .where('key', '>', after)
          .orderBy('key')
          .limit(rowsAtOnce)
          .execute();
        yield* rows;
        const last = rows.at(-1);
        if (!last || rows.length < rowsAtOnce) return;
        after = last.key;
      }
    },
  };
}
