import type { ApiKey, KeyScope } from '@tendril/contract/api/api-keys';
import { studioOrigin } from '../../kit/api/address.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { CopyBox } from '../../kit/ui/copy-box.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { callLine, usedAs } from './call-line.ts';
import styles from './shown-key-dialog.module.css';

const uses = {
  full: 'shownCall',
  flows: 'shownCall',
  read: 'shownReads',
  credentials: 'shownSecrets',
  custom: 'shownCall',
} as const satisfies Record<KeyScope, string>;

/** Shows a new key, once, with the line that uses it. */
export function ShownKeyDialog({ made, onClose }: { made: ApiKey; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const secret = made.apiKey;
  const scope = usedAs(made);
  const flowId = made.scopeFlows[0]?.id ?? `<${t('flowId')}>`;
  const line = callLine({ origin: studioOrigin(), secret, flowId, scope });
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
      <CopyBox look="block" text={secret} copyLabel={t('copyKey')} />
      <h3 className={styles['label']}>{t(uses[scope])}</h3>
      <CopyBox look="block" text={line} copyLabel={t('copyCall')} />
    </Dialog>
  );
}
