import { insertVectors, refreshDocumentStore } from '@tendril/contract/api/document-store-vectors';
import {
  type DocumentStore,
  deleteLoader,
  processLoader,
  type StoreLoader,
} from '@tendril/contract/api/document-stores';
import { call } from '../../../kit/api/call.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useStoreChange } from '../stores.queries.ts';

/** What is done to a store and its sources; each act begins a job, which the page then follows. */
export function useStoreWork(store: Pick<DocumentStore, 'id' | 'loaders'>) {
  const t = useTexts(knowledgeTexts);
  const onError = notifyError;
  const storeId = store.id;

  const process = useStoreChange(async (loaderIds: readonly string[]) => {
    for (const loaderId of loaderIds) await call(processLoader, { params: { loaderId }, body: { storeId } });
  });
  const upsert = useStoreChange((docId: string | undefined) =>
    call(insertVectors, {
      query: { wait: 'false' },
      body: { storeId, ...(docId !== undefined && { docId }) },
    }),
  );
  const refresh = useStoreChange((_: undefined) =>
    call(refreshDocumentStore, { params: { id: storeId }, query: { wait: 'false' }, body: {} }),
  );
  const remove = useStoreChange((loaderId: string) =>
    call(deleteLoader, { params: { id: storeId, loaderId } }),
  );

  const askToDelete = async ({ id, loaderName }: Pick<StoreLoader, 'id' | 'loaderName'>) => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteLoader', { name: loaderName }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    const onSuccess = () => notify(t('loaderDeleted', { name: loaderName }), 'success');
    remove.mutate(id, { onSuccess, onError });
  };
  return {
    isBusy: [process, upsert, refresh, remove].some(({ isPending }) => isPending),
    process: (loaderId: string) => process.mutate([loaderId], { onError }),
    /** Every source whose chunks are not there, or not as configured. */
    processOpen: () => {
      const open = store.loaders.filter(({ status }) => status === 'NEW' || status === 'STALE');
      process.mutate(
        open.map(({ id }) => id),
        { onError },
      );
    },
    upsert: (loaderId?: string) => upsert.mutate(loaderId, { onError }),
    refresh: () => refresh.mutate(undefined, { onSuccess: () => notify(t('refreshed'), 'info'), onError }),
    askToDelete,
  };
}

export type StoreWork = ReturnType<typeof useStoreWork>;
