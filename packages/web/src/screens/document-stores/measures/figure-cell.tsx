import type { Estimate } from '@tendril/contract/api/knowledge-measures';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './measures.module.css';

export const shortNumber = (value: number) => value.toFixed(2).replace(/^-0\.00$/, '0.00');

/** A figure between 0 and 1 with its interval, as numbers and as a line. */
export function FigureCell({ figure: { value, low, high } }: { figure: Estimate }) {
  const t = useTexts(knowledgeMeasureTexts);
  const interval = { low: shortNumber(low), high: shortNumber(high) };
  return (
    <span className={styles['figure']} title={t('intervalHelp', interval)}>
      <strong>{shortNumber(value)}</strong>
      <span className={styles['range']} aria-hidden="true">
        <i style={{ insetInlineStart: `${low * 100}%`, inlineSize: `${(high - low) * 100}%` }} />
        <b style={{ insetInlineStart: `${value * 100}%` }} />
      </span>
      <small>{t('interval', interval)}</small>
    </span>
  );
}
