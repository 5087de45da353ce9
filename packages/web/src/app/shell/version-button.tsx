import { lazy, Suspense, useState } from 'react';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './foot-link.module.css';

const VersionDialog = lazy(() =>
  import('./version-dialog.tsx').then((module) => ({ default: module.VersionDialog })),
);

/** The small link beside the menu that opens the version dialog. */
export function VersionButton() {
  const t = useTexts(shellTexts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles['link']} onClick={() => setIsOpen(true)}>
        {t('version')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <VersionDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
