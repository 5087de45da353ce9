import { type ReactNode, useMemo } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { JsonTree } from './json-tree.tsx';
import styles from './value-card.module.css';

interface ValueCardProps {
  label: string;
  value: unknown;
  /** Shown if there is no value. */
  emptyText?: string;
  /** Buttons in the head. */
  tools?: ReactNode;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object' && Object.keys(value).length === 0) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}

/** A value under its name: a text as it is, anything else as a tree; with copy. */
export function ValueCard({ label, value, emptyText, tools }: ValueCardProps) {
  const t = useTexts(whyTexts);
  const text = useMemo(() => asText(value), [value]);
  return (
    <section className={styles['card']} aria-label={label}>
      <header>
        <h3>{label}</h3>
        {tools}
        {text !== '' && <CopyButton text={text} label={t('copyValue', { name: label })} />}
      </header>
      {text === '' ? <p>{emptyText ?? t('noValue')}</p> : <JsonTree value={value} />}
    </section>
  );
}
