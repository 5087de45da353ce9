import type { SourceSync } from '@tendril/contract/api/source-sync';
import { knowledgeSourcesTexts } from '../../../kit/texts/en/knowledge-sources.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { CopyBox } from '../../../kit/ui/copy-box.tsx';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import type { SyncChanges } from './source-sync.queries.ts';
import styles from './sync-dialog.module.css';

/** The address that starts a sync, and the secret that its callers sign with. */
export function SyncWebhook({ sync, renew }: { sync: SourceSync; renew: SyncChanges['renew'] }) {
  const t = useTexts(knowledgeSourcesTexts);
  const { path, secretHint } = sync.webhook;
  return (
    <section className={styles['stack']}>
      <h3>{t('webhook')}</h3>
      <p className={styles['soft']}>{t('webhookHelp')}</p>
      <CopyBox text={location.origin + path} name={t('webhook')} copyLabel={t('copyAddress')} />
      {renew.data && (
        <>
          <p role="status">{t('secretOnce')}</p>
          <CopyBox text={renew.data.secret} />
        </>
      )}
      <div className={styles['row']}>
        <span className={styles['soft']}>
          {secretHint ? t('secretKnown', { hint: secretHint }) : t('noSecret')}
        </span>
        <PermittedButton needs="knowledge:edit" isBusy={renew.isPending} onClick={() => renew.mutate()}>
          {t('newSecret')}
        </PermittedButton>
      </div>
    </section>
  );
}
