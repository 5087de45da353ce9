import type { ReactNode } from 'react';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyBox } from '../../kit/ui/copy-box.tsx';
import styles from './share-dialog.module.css';

interface CopyLineProps {
  label: string;
  text: string;
  help?: string;
  children?: ReactNode;
}

/** A URL or a name to copy. */
export function CopyLine({ label, text, help, children }: CopyLineProps) {
  const t = useTexts(shareTexts);
  return (
    <section className={styles['sample']} aria-label={label}>
      <h3>{label}</h3>
      <CopyBox text={text} copyLabel={t('copyOf', { name: label })}>
        {children}
      </CopyBox>
      {help && <p>{help}</p>}
    </section>
  );
}
