import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useDeleteNumbers, useUpdateNumber } from '../../features/phone/numbers.queries.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { forgetEdits, useNumberEdits } from './number-edits-store.ts';

/** Rename, pause and delete, with their questions and messages. */
export function useNumberActions(
  record: AssistantPhoneNumber,
  name: string,
  onRename: () => void,
): MenuAction[] {
  const t = useTexts(phoneNumberTexts);
  const navigate = useNavigate();
  const update = useUpdateNumber();
  const remove = useDeleteNumbers();
  const isPaused = record['isPaused'] === true;

  const pause = () =>
    update.mutate(
      { id: record.id, body: { isPaused: !isPaused } },
      {
        onSuccess: () => notify(t(isPaused ? 'resumedNow' : 'pausedNow', { number: name }), 'success'),
        onError: notifyError,
      },
    );
  const ask = async () => {
    const question = record.phoneNumber === '' ? 'deleteLine' : 'deleteQuestion';
    const isSure = await confirm({
      title: t('delete'),
      description: t(question, { number: name }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    try {
      const { refusal } = await remove.mutateAsync([record.id]);
      if (refusal !== undefined) throw refusal;
      forgetEdits(record.id, useNumberEdits.getState()[record.id] ?? {});
      notify(t('deleted', { number: name }), 'success');
      await navigate('/phone-numbers', { replace: true });
    } catch (thrown) {
      notifyError(thrown);
    }
  };

  return [
    { id: 'rename', label: t('rename'), Icon: Pencil, needs: 'phone-numbers:edit', onSelect: onRename },
    { id: 'pause', label: t(isPaused ? 'resume' : 'pause'), Icon: isPaused ? Play : Pause, onSelect: pause },
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
