import type { DocumentStore, DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { CallerTokens } from '../../../platform/http/caller-tokens.ts';
import { unreadableLoaders } from '../access/public.ts';

/** Knowledge bases as a caller may see them: a loader's settings may hold the very text that it loads. */
export function createReadableStores(db: Database, callerTokens: Pick<CallerTokens, 'of'>) {
  const unreadable = async (caller: ScopedCaller) =>
    unreadableLoaders(db, caller, await callerTokens.of(caller, caller));

  return {
    /** The loaders that the caller may not read, or not whole. */
    hiddenLoaders: unreadable,

    async shown(caller: ScopedCaller, store: DocumentStore): Promise<DocumentStore> {
      const hidden = await unreadable(caller);
      const loaders = store.loaders.map((loader) =>
        hidden.has(loader.id)
          ? { ...loader, source: loader.loaderName, loaderConfig: {}, files: [] }
          : loader,
      );
      return { ...store, loaders };
    },

    async shownList(
      caller: ScopedCaller,
      stores: readonly DocumentStoreSummary[],
    ): Promise<DocumentStoreSummary[]> {
      const hidden = await unreadable(caller);
      return stores.map((store) => ({
        ...store,
        loaders: store.loaders.map((loader) =>
          hidden.has(loader.id) ? { ...loader, source: loader.loaderName, files: [] } : loader,
        ),
      }));
    },

    /** Throws FORBIDDEN where the caller may not read what a loader loads. */
    async requireLoader(caller: ScopedCaller, loaderId: string | undefined): Promise<void> {
      if (loaderId !== undefined && (await unreadable(caller)).has(loaderId))
        throw new AppError('FORBIDDEN', 'You may not read what this loader loads.');
    },
  };
}
