import { RotateCw, Trash2 } from 'lucide-react';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { type FilesPlace, useRemoveFiles, useRetryFiles } from './files.queries.ts';

/** What can be done to files: to one, or to those that are selected. */
export function useFileActs(place: FilesPlace, onDone: () => void) {
  const t = useTexts(knowledgeFileTexts);
  const retry = useRetryFiles(place);
  const remove = useRemoveFiles(place);
  const readAgain = (ids?: string[]) =>
    retry.mutate(ids, {
      onSuccess: ({ queued }) => {
        notify(t('retried', { count: queued }), 'info');
        onDone();
      },
      onError: notifyError,
    });
  const askToRemove = async (ids: string[]) => {
    const isSure = await confirm({
      title: t('removeTitle'),
      description: t('removeAsk', { count: ids.length }),
      confirmText: t('remove'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(ids, {
      onSuccess: ({ removed }) => {
        notify(t('removed', { count: removed }), 'success');
        onDone();
      },
      onError: notifyError,
    });
  };
  const actsOf = (ids: string[]): MenuAction[] => [
    {
      id: 'retry',
      label: t('retry'),
      Icon: RotateCw,
      needs: 'knowledge:edit',
      onSelect: () => readAgain(ids),
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
  return { actsOf, retryFailed: () => readAgain(), isBusy: retry.isPending || remove.isPending };
}
