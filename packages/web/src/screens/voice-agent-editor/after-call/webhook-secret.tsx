import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import styles from './after-call.module.css';
import { useRenewSecret, webhookSecretQuery } from './webhook.queries.ts';

/** The secret that signs events: its last letters, and a new one, which is shown once. */
export function WebhookSecret({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const secret = useQuery(webhookSecretQuery(agentId));
  const renew = useRenewSecret(agentId);
  const [shown, setShown] = useState<string | null>(null);
  const hasSecret = (secret.data?.hint ?? '') !== '';
  const ask = async () => {
    const question = {
      title: t('renewTitle'),
      description: t('renewText'),
      confirmText: t('renewYes'),
      isDanger: true,
    };
    if (hasSecret && !(await confirm(question))) return;
    renew.mutate(undefined, { onSuccess: (made) => setShown(made.secret) });
  };
  const createdAt = secret.data?.createdAt ?? null;
  const fault = secret.error
    ? t('loadFailed', { reason: toMessage(secret.error) })
    : renew.error && t('renewFailed', { reason: toMessage(renew.error) });
  return (
    <div>
      <div className={styles['head']}>
        <div>
          <span className={styles['label']}>{t('secret')}</span>
          <small>
            {hasSecret ? <code>{secret.data?.hint}</code> : secret.data ? t('noSecret') : t('loading')}
            {createdAt !== null && ` · ${shortAge(createdAt)}`}
          </small>
          <small>{t('secretHint')}</small>
        </div>
        <Button size="small" disabled={!secret.data} isBusy={renew.isPending} onClick={() => void ask()}>
          {hasSecret ? t('renew') : t('make')}
        </Button>
      </div>
      {shown !== null && (
        <div className={styles['once']} role="status">
          <p>{t('secretOnce')}</p>
          <div>
            <code>{shown}</code>
            <CopyButton text={shown} label={t('copySecret')} />
          </div>
          <Button size="small" look="quiet" onClick={() => setShown(null)}>
            {t('secretSeen')}
          </Button>
        </div>
      )}
      {fault && (
        <p role="alert" className={styles['fault']}>
          {fault}
        </p>
      )}
    </div>
  );
}
