import { useMemo } from 'react';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import styles from './value-card.module.css';

/** A value under its name: text as it is, anything else as readable JSON; with copy. */
export function ValueView({ label, value, remark }: { label: string; value: unknown; remark?: string }) {
  const t = useTexts(traceTexts);
  const text = useMemo(() => toText(value), [value]);
  return (
    <section className={styles['card']} aria-label={label}>
      <header>
        <h3>{label}</h3>
        {remark && <span>{remark}</span>}
        {text !== '' && <CopyButton text={text} label={t('copyValue')} />}
      </header>
      {text === '' ? (
        <p className={styles['nothing']}>{t('noValue')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled by keyboard too
        <pre tabIndex={0}>{text}</pre>
      )}
    </section>
  );
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
