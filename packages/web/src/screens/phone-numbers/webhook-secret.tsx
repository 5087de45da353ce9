import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyLine } from '../../features/share/copy-line.tsx';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { numberSecretQuery, useRenewSecret } from './webhook.queries.ts';
import styles from './webhook-card.module.css';

/** The secret that signs what the webhook is asked: a mask of it, and a new one on demand. */
export function WebhookSecret({ numberId }: { numberId: string }) {
  const t = useTexts(phoneNumberTexts);
  const { data } = useQuery(numberSecretQuery(numberId));
  const renew = useRenewSecret(numberId);
  const [shown, setShown] = useState('');
  const ask = async () => {
    const isSure =
      data?.hint === '' ||
      (await confirm({
        title: t('newSecretTitle'),
        description: t('newSecretQuestion'),
        confirmText: t('newSecret'),
      }));
    if (isSure)
      renew.mutate(undefined, { onSuccess: ({ secret }) => setShown(secret), onError: notifyError });
  };
  if (!data) return null;
  return (
    <p className={styles['secret']}>
      {data.hint ? t('signedBy', { hint: data.hint }) : t('signedLater')}
      <Button size="small" look="quiet" isBusy={renew.isPending} onClick={ask}>
        {t('newSecret')}
      </Button>
      <Dialog
        isOpen={shown !== ''}
        title={t('newSecretTitle')}
        width={560}
        onClose={() => setShown('')}
        actions={
          <Button look="primary" onClick={() => setShown('')}>
            {t('done')}
          </Button>
        }
      >
        <CopyLine label={t('secret')} text={shown} help={t('newSecretHelp')} />
      </Dialog>
    </p>
  );
}
