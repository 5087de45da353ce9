import { refreshDocumentStore } from '@tendril/contract/api/document-store-vectors';
import { type DocumentStoreSummary, deleteDocumentStore } from '@tendril/contract/api/document-stores';
import { RefreshCw, Trash2 } from 'lucide-react';
import { call } from '../../../kit/api/call.ts';
import type { BulkBarProps } from '../../../kit/lists/bulk-bar.tsx';
import { useBulk } from '../../../kit/lists/use-bulk.ts';
import { useSelectMatching } from '../../../kit/lists/use-select-matching.ts';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify } from '../../../kit/state/notifier-store.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useStoreChange } from '../stores.queries.ts';

/** What can be done with the selected stores. */
export function useStoreBulk(
  stores: readonly DocumentStoreSummary[],
  selection: Selection,
  isMore: boolean,
): BulkBarProps {
  const t = useTexts(knowledgeTexts);
  const bulk = useBulk<DocumentStoreSummary>(selection, ({ name }) => name);
  const matching = useSelectMatching(selection, {
    count: stores.length,
    isMore,
    read: async () => stores.map(({ id }) => id),
  });
  // One change each, after which the list is read again: there may be hundreds of them.
  const remove = useStoreChange((rows: readonly DocumentStoreSummary[]) =>
    bulk.run(rows, ({ id }) => call(deleteDocumentStore, { params: { id } })),
  );
  const refresh = useStoreChange((rows: readonly DocumentStoreSummary[]) =>
    bulk.run(rows, ({ id }) =>
      call(refreshDocumentStore, { params: { id }, query: { wait: 'false' }, body: {} }),
    ),
  );
  const selected = stores.filter(({ id }) => selection.ids.has(id));

  const askToDelete = async () => {
    const uses = new Map(selected.flatMap(({ whereUsed }) => whereUsed.map(({ id, name }) => [id, name])));
    const isSure = await confirm({
      title: t('delete'),
      description: t(uses.size > 0 ? 'deleteUsedStores' : 'deleteStores', {
        ...{ count: selected.length, flows: [...uses.values()].join(', ') },
      }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    const done = await remove.mutateAsync(selected);
    if (done.length > 0) notify(t('deletedStores', { count: done.length }), 'success');
  };
  const readAgain = async () => {
    const filled = selected.filter(({ totalLoaders }) => totalLoaders > 0);
    const done = await refresh.mutateAsync(filled);
    if (done.length > 0) notify(t('refreshedStores', { count: done.length }), 'info');
  };
  return {
    count: selection.ids.size,
    onClear: matching.clear,
    all: matching.all,
    ...bulk.bar,
    actions: [
      {
        id: 'refresh',
        label: t('refresh'),
        Icon: RefreshCw,
        needs: 'knowledge:edit',
        isDisabled: selected.every(({ totalLoaders }) => totalLoaders === 0),
        onSelect: () => void readAgain(),
      },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        needs: 'knowledge:edit',
        isDanger: true,
        onSelect: () => void askToDelete(),
      },
    ],
  };
}
