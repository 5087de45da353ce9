import type { Answer, Body } from '@tendril/contract/api/endpoint';
import {
  type changeStoreAccess,
  filesPerPage,
  type listFileAccess,
  type readStoreAccess,
} from '@tendril/contract/api/store-access';
import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallerTokens } from '../../../platform/http/caller-tokens.ts';
import { accessRowStore, accessWrites } from './access-rows.store.ts';

interface StoreAccessParts {
  db: Database;
  callerTokens: Pick<CallerTokens, 'ofMembers'>;
}

type StoreAccess = Answer<typeof readStoreAccess>;

/** Who may read which knowledge base, loader and file: shown and changed. */
export function createStoreAccess({ db, callerTokens }: StoreAccessParts) {
  const rows = accessRowStore(db);

  async function require(scope: Scope, storeId: string) {
    const store = await rows.find(scope, storeId);
    if (!store) throw new AppError('NOT_FOUND', 'Knowledge base not found.');
    return store;
  }

  async function read(scope: Scope, storeId: string): Promise<StoreAccess> {
    const { audience } = await require(scope, storeId);
    const [loaders, people] = await Promise.all([
      rows.loaders(scope, storeId),
      callerTokens.ofMembers(scope),
    ]);
    const groups = people.flatMap(({ tokens }) => tokens.filter((token) => token.startsWith('group:')));
    return {
      audience,
      loaders: loaders.map(({ id, loaderName, source, acl, files, listed }) => ({
        ...{ id, name: loaderName, source, list: listOf(acl) },
        ...{ files: Number(files), listed: Number(listed) },
      })),
      people,
      groups: [...new Set(groups)].sort(),
    };
  }

  return {
    read,

    async change(scope: Scope, storeId: string, body: Body<typeof changeStoreAccess>): Promise<StoreAccess> {
      await require(scope, storeId);
      await db.transaction().execute(async (trx) => {
        const writes = accessWrites(trx);
        await writes.count(scope, storeId);
        await writes.forgetFileNames(scope, storeId);
        if (body.audience) await writes.setAudience(scope, storeId, body.audience);
        for (const { loaderId, fileIds, list } of body.lists ?? []) {
          const isDone = fileIds
            ? (await isLoaderOf(trx, storeId, loaderId, scope)) &&
              (await writes.setFileLists(scope, loaderId, fileIds, list)) === new Set(fileIds).size
            : await writes.setLoaderList(scope, storeId, loaderId, list);
          if (!isDone)
            throw new AppError('NOT_FOUND', 'The knowledge base no longer has a loader or file of these.');
        }
      });
      return read(scope, storeId);
    },

    async files(
      scope: Scope,
      storeId: string,
      { loaderId, search = '', page }: { loaderId: string; search?: string | undefined; page: number },
    ): Promise<Answer<typeof listFileAccess>> {
      if (!(await isLoaderOf(db, storeId, loaderId, scope)))
        throw new AppError('NOT_FOUND', 'The knowledge base has no such loader.');
      const found = await rows.files(scope, loaderId, search, (page - 1) * filesPerPage, filesPerPage);
      return {
        files: found.files.map(({ id, title, acl }) => ({ id, title, list: listOf(acl) })),
        count: found.count,
      };
    },
  };
}

export type StoreAccessService = ReturnType<typeof createStoreAccess>;

async function isLoaderOf(
  db: Database | DatabaseTransaction,
  storeId: string,
  loaderId: string,
  scope: Scope,
): Promise<boolean> {
  return (await accessRowStore(db).loaders(scope, storeId)).some(({ id }) => id === loaderId);
}

function listOf(acl: string | null): string[] | null {
  return acl === null ? null : (JSON.parse(acl) as string[]);
}
