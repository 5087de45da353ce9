import { builtInVectorStore } from '@tendril/contract/api/document-store-vectors';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { listOutsideStores, testOutsideStore } from '@tendril/contract/api/outside-stores';
import type { Scope } from '../../../platform/db/scope.ts';
import { type OutsideStores, testOutside } from '../outside-stores/public.ts';
import { documentStoreStore } from './document-stores.store.ts';
import type { DocumentStores } from './document-stores.ts';
import { outsideChoice, outsideOpener } from './outside-choice.ts';
import type { ProcessParts } from './process-loader.ts';
import { readChoice } from './store-answer.ts';
import { openEmbedder } from './store-embedder.ts';
import { isPlaceInput } from './store-nodes.ts';

type StoresAnswer = Answer<typeof listOutsideStores>;

/** The vector stores elsewhere of knowledge bases over HTTP. */
export function createStoreOutside(
  parts: Pick<ProcessParts, 'db' | 'nodes' | 'provide'>,
  stores: DocumentStores,
  outside: OutsideStores,
) {
  const { db, nodes, provide } = parts;

  async function answer(scope: Scope, storeId: string): Promise<StoresAnswer> {
    const [own, templates] = await Promise.all([outside.list(scope, storeId), nodes.list('vectorstore')]);
    const labels = new Map(templates.map(({ name, label }) => [name, label]));
    return { stores: own.map((store) => ({ ...store, label: labels.get(store.name) ?? store.name })) };
  }

  const change =
    (act: (scope: Scope, storeId: string, id: string) => Promise<void>) =>
    async (scope: Scope, storeId: string, id: string): Promise<StoresAnswer> => {
      await stores.require(scope, storeId);
      await act(scope, storeId, id);
      return answer(scope, storeId);
    };

  return {
    async list(scope: Scope, storeId: string): Promise<StoresAnswer> {
      await stores.require(scope, storeId);
      return answer(scope, storeId);
    },

    async test(
      scope: Scope,
      storeId: string,
      body: Body<typeof testOutsideStore>,
      signal: AbortSignal,
    ): Promise<Answer<typeof testOutsideStore>> {
      await stores.require(scope, storeId);
      const chosen = { name: body.vectorStoreName, config: body.vectorStoreConfig };
      const embedding = { name: body.embeddingName, config: body.embeddingConfig };
      return testOutside({
        open: () => outsideOpener({ nodes, provide })(scope, storeId, chosen, signal),
        async countDimensions() {
          const services = provide(scope, storeId);
          const embedder = await openEmbedder({ nodes, services, choice: embedding, signal });
          return (await embedder.embed(['What is this about?']))[0]?.length ?? 0;
        },
        signal,
      });
    },

    /** What was chosen before is chosen again; how is searched stays as it is. */
    cancel: change(async (scope, storeId, id) => {
      const before = await outside.cancel(scope, storeId, id);
      const row = await stores.require(scope, storeId);
      const { config = {} } = readChoice(row.vectorStoreConfig) ?? {};
      const searching = Object.entries(config).filter(
        ([name]) => name !== 'credential' && !isPlaceInput(name),
      );
      const { name, config: place } = before ?? { name: builtInVectorStore, config: {} };
      const vectorStoreConfig = JSON.stringify({
        name,
        config: { ...place, ...Object.fromEntries(searching) },
      });
      await db.transaction().execute(async (trx) => {
        await documentStoreStore(trx).update(scope, storeId, { vectorStoreConfig });
        await outside.choose(trx, scope, storeId, await outsideChoice(nodes, before));
      });
    }),
    retry: change(outside.retry),
    empty: change(outside.empty),
    forget: change(outside.forget),
  };
}
