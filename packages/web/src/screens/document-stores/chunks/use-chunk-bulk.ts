import { listChunkIds, mostNamedChunks, removeChunks } from '@tendril/contract/api/document-store-chunks';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import type { BulkBarProps } from '../../../kit/lists/bulk-bar.tsx';
import { inLists, useSelectMatching } from '../../../kit/lists/use-select-matching.ts';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useStoreChange } from '../stores.queries.ts';
import type { ChunkPlace } from './chunks.queries.ts';

interface ChunkBulk extends Omit<ChunkPlace, 'pageNo'> {
  /** Chunks on all pages. */
  count: number;
  /** Chunks on this page. */
  shown: number;
}

/** What can be done with the selected chunks, on whichever page they are. */
export function useChunkBulk(selection: Selection, { storeId, fileId, search, count, shown }: ChunkBulk) {
  const t = useTexts(knowledgeWorkTexts);
  const [progress, setProgress] = useState<BulkBarProps['progress']>(null);
  const remove = useStoreChange((ids: string[]) =>
    call(removeChunks, { params: { storeId }, body: { ids } }),
  );
  const matching = useSelectMatching(selection, {
    count,
    isMore: count > shown,
    read: async () => {
      const query = search === '' ? {} : { search };
      const { ids, isAll } = await call(listChunkIds, { params: { storeId, fileId }, query });
      if (!isAll) notify(t('firstSelected', { count: ids.length.toLocaleString('en-US') }), 'info');
      return ids;
    },
  });
  const ids = [...selection.ids];
  const askToDelete = async () => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteChunks', { count: ids.length }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    let [removed, done] = [0, 0];
    try {
      for (const some of inLists(ids, mostNamedChunks)) {
        if (ids.length > some.length) setProgress({ done, total: ids.length });
        removed += (await remove.mutateAsync(some)).removed;
        done += some.length;
      }
    } catch (thrown) {
      notifyError(thrown);
    }
    setProgress(null);
    selection.set(ids.slice(done));
    if (removed > 0) notify(t('chunksDeleted', { count: removed }), 'success');
  };
  const bar: BulkBarProps = {
    count: ids.length,
    onClear: matching.clear,
    all: matching.all,
    progress: progress ?? null,
    actions: [
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        needs: 'knowledge:edit',
        isDanger: true,
        isDisabled: remove.isPending,
        onSelect: () => void askToDelete(),
      },
    ],
  };
  return bar;
}
