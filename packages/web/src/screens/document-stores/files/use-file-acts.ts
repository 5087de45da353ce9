import { mostNamedFiles } from '@tendril/contract/api/document-files';
import { RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { inLists } from '../../../kit/lists/use-select-matching.ts';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { type FilesPlace, useRemoveFiles, useRetryFiles } from './files.queries.ts';

/** What can be done to files: to one, or to those that are selected. */
export function useFileActs(place: FilesPlace, selection: Selection) {
  const t = useTexts(knowledgeFileTexts);
  const retry = useRetryFiles(place);
  const remove = useRemoveFiles(place);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);

  /** In lists that a request takes; those that are not done stay selected. */
  const inTurn = async (ids: readonly string[], act: (some: string[]) => Promise<number>) => {
    let [count, done] = [0, 0];
    try {
      for (const some of inLists(ids, mostNamedFiles)) {
        if (ids.length > some.length) setProgress({ done, total: ids.length });
        count += await act(some);
        done += some.length;
      }
    } catch (thrown) {
      notifyError(thrown);
    }
    setProgress(null);
    const finished = new Set(ids.slice(0, done));
    selection.set([...selection.ids].filter((id) => !finished.has(id)));
    return count;
  };
  const readAgain = async (ids: readonly string[]) => {
    const count = await inTurn(ids, async (some) => (await retry.mutateAsync(some)).queued);
    if (count > 0) notify(t('retried', { count }), 'info');
  };
  const retryFailed = () =>
    retry.mutate(undefined, {
      onSuccess: ({ queued }) => notify(t('retried', { count: queued }), 'info'),
      onError: notifyError,
    });
  const askToRemove = async (ids: readonly string[]) => {
    const isSure = await confirm({
      title: t('removeTitle'),
      description: t('removeAsk', { count: ids.length }),
      confirmText: t('remove'),
      isDanger: true,
    });
    if (!isSure) return;
    const count = await inTurn(ids, async (some) => (await remove.mutateAsync(some)).removed);
    if (count > 0) notify(t('removed', { count }), 'success');
  };
  const actsOf = (ids: readonly string[]): MenuAction[] => [
    {
      id: 'retry',
      label: t('retry'),
      Icon: RotateCw,
      needs: 'knowledge:edit',
      onSelect: () => void readAgain(ids),
    },
    {
      id: 'remove',
      label: t('remove'),
      Icon: Trash2,
      needs: 'knowledge:edit',
      isDanger: true,
      onSelect: () => void askToRemove(ids),
    },
  ];
  return { actsOf, retryFailed, progress, isBusy: retry.isPending || remove.isPending };
}
