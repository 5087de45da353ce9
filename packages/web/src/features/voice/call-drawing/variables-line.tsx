import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './variables-line.module.css';

const mostShown = 3;

/** The dynamic variables of a call, as far as they are known by now. */
export function VariablesLine({ values }: { values: Readonly<Record<string, string>> }) {
  const t = useTexts(voiceCallTexts);
  const pairs = Object.entries(values);
  if (pairs.length === 0) return null;
  const rest = pairs.slice(mostShown);
  return (
    <p className={styles['line']}>
      <span>{t('variables')}</span>
      {pairs.slice(0, mostShown).map(([name, value]) => (
        <code key={name} title={`${name} = ${value}`}>{`${name} = ${value}`}</code>
      ))}
      {rest.length > 0 && (
        <code title={rest.map(([name, value]) => `${name} = ${value}`).join('\n')}>
          {t('more', { count: rest.length })}
        </code>
      )}
    </p>
  );
}
