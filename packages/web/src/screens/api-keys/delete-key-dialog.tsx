import type { ApiKey } from '@tendril/contract/api/api-keys';
import { useState } from 'react';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { useDeleteKey } from './api-keys.queries.ts';

const lateUseMs = 7 * 86_400_000;

/** Asks before a key is deleted; if it was used within a week, its name must be entered. */
export function DeleteKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const ui = useTexts(uiTexts);
  const remove = useDeleteKey();
  const [entered, setEntered] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { keyName, chatFlows, lastUsedAt } = apiKey;
  const wantsName = lastUsedAt !== null && Date.now() - lastUsedAt < lateUseMs;
  const error = isWrong ? t('deleteWrongName') : remove.error ? toMessage(remove.error) : undefined;
  const submit = () => {
    if (remove.isPending) return;
    const isRight = !wantsName || entered.trim() === keyName;
    setWrong(!isRight);
    if (!isRight) return;
    remove.mutate(apiKey.id, {
      onSuccess: () => {
        notify(t('deleted'), 'success');
        onClose();
      },
    });
  };
  return (
    <Dialog
      isOpen
      title={t('delete')}
      width={440}
      onClose={onClose}
      isBusy={remove.isPending}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button type="submit" look="danger" isBusy={remove.isPending}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <p style={{ overflowWrap: 'anywhere' }}>{t('deleteQuestion', { name: keyName })}</p>
      {chatFlows.length > 0 && <p>{t('deleteBound', { flows: chatFlows.length })}</p>}
      <p>
        {t('deleteEffect')} {chatFlows.length > 0 && t('deleteBoundEffect')}
      </p>
      {wantsName && <p>{t('deleteUsed', { age: relativeTime(lastUsedAt) })}</p>}
      {wantsName ? (
        <TextField
          autoFocus
          label={t('deleteName')}
          autoComplete="off"
          value={entered}
          onChange={(event) => setEntered(event.target.value)}
          error={error}
        />
      ) : (
        error && <p role="alert">{error}</p>
      )}
    </Dialog>
  );
}
