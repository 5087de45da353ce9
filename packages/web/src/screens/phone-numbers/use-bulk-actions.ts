import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useDeleteNumbers, useUpdateNumber } from '../../features/phone/numbers.queries.ts';
import { tryAll } from '../../kit/lib/try-all.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { forgetEdits, useNumberEdits } from './number-edits-store.ts';

interface BulkActionsOptions {
  /** The numbers that are selected. */
  records: readonly AssistantPhoneNumber[];
  onDone: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** What can be done with several numbers at once: all are tried, and the first refusal is shown. */
export function useBulkActions({ records, onDone, onDeleted }: BulkActionsOptions): MenuAction[] {
  const t = useTexts(phoneNumberTexts);
  const update = useUpdateNumber();
  const remove = useDeleteNumbers();
  const isAnyOn = records.some((record) => record['isPaused'] !== true);

  const pause = async () => {
    const body = { isPaused: isAnyOn };
    const { done, refusal } = await tryAll(records, ({ id }) => update.mutateAsync({ id, body }));
    if (refusal !== undefined) notifyError(refusal);
    if (done.length > 0) notify(t(isAnyOn ? 'pausedMany' : 'resumedMany', { count: done.length }), 'success');
    onDone();
  };
  const ask = async () => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteMany', { count: records.length }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    const { done, refusal } = await remove.mutateAsync(records.map(({ id }) => id));
    if (refusal !== undefined) notifyError(refusal);
    for (const id of done) forgetEdits(id, useNumberEdits.getState()[id] ?? {});
    if (done.length > 0) notify(t('deletedMany', { count: done.length }), 'success');
    onDeleted(done);
    onDone();
  };
  return [
    {
      id: 'pause',
      label: t(isAnyOn ? 'pause' : 'resume'),
      Icon: isAnyOn ? Pause : Play,
      onSelect: () => void pause(),
    },
    {
      id: 'delete',
      label: t('delete'),
      Icon: Trash2,
      needs: 'phone-numbers:edit',
      isDanger: true,
      onSelect: () => void ask(),
    },
  ];
}
