import { studioPrefix } from '@tendril/contract/api/prefixes';
import { apiKeysTexts } from '../../texts/en/api-keys.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './shown-key-dialog.module.css';

/** Shows a new key, once, with the line that uses it. */
export function ShownKeyDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const line = [
    `curl ${window.location.origin}${studioPrefix}/prediction/<${t('flowId')}> \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H 'Authorization: Bearer ${secret}' \\`,
    `  -d '{"question": "Hey, how are you?"}'`,
  ].join('\n');
  return (
    <Dialog
      isOpen
      title={t('shownTitle')}
      width={640}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <p>{t('shownText')}</p>
      <div className={styles['box']}>
        <code>{secret}</code>
        <CopyButton text={secret} label={t('copyKey')} />
      </div>
      <h3 className={styles['label']}>{t('shownCall')}</h3>
      <div className={styles['box']}>
        <code>{line}</code>
        <CopyButton text={line} label={t('copyCall')} />
      </div>
    </Dialog>
  );
}
