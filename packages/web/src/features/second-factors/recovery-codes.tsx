import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { CopyBox } from '../../kit/ui/copy-box.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import styles from './second-factors.module.css';

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts(secondFactorTexts);
  return (
    <Dialog
      isOpen
      title={t('codesTitle')}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('kept')}
        </Button>
      }
    >
      <div className={styles['steps']}>
        <p>{t('codesHelp')}</p>
        <CopyBox text={codes.join('\n')} name={t('codes')} look="block" />
      </div>
    </Dialog>
  );
}
