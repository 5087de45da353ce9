import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import more from '../../kit/ui/more-details.module.css';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './batch-calls.module.css';
import { type NewBatch, retriedOutcomes } from './new-batch.ts';

interface BatchLimitsProps {
  batch: NewBatch;
  onChange: (changes: Partial<NewBatch>) => void;
}

/** How often somebody is called, and how many at a time. */
export function BatchLimits({ batch, onChange }: BatchLimitsProps) {
  const t = useTexts(batchCallsTexts);
  const figure = (
    name: 'tries' | 'afterMinutes' | 'concurrency' | 'reserved',
    label: string,
    most: number,
  ) => (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={most}
      value={batch[name]}
      onChange={({ target }) =>
        onChange({ [name]: Math.min(most, Math.max(0, Math.trunc(target.valueAsNumber || 0))) })
      }
    />
  );
  const toggle = (outcome: (typeof retriedOutcomes)[number]) =>
    onChange({
      outcomes: retriedOutcomes.filter((one) =>
        one === outcome ? !batch.outcomes.includes(one) : batch.outcomes.includes(one),
      ),
    });
  return (
    <details className={more['more']}>
      <summary>{t('more_settings')}</summary>
      <div className={styles['limits']}>
        <div className={styles['pair']}>
          {figure('tries', t('retries'), 10)}
          {figure('afterMinutes', t('retryAfter'), 10_080)}
        </div>
        {batch.tries > 0 && (
          <Field label={t('retryOn')}>
            <span className={styles['choices']}>
              {retriedOutcomes.map((outcome) => (
                <button
                  key={outcome}
                  type="button"
                  aria-pressed={batch.outcomes.includes(outcome)}
                  onClick={() => toggle(outcome)}
                >
                  {t(`contact_${outcome}`)}
                </button>
              ))}
            </span>
          </Field>
        )}
        <div className={styles['pair']}>
          {figure('concurrency', t('concurrency'), 1000)}
          {figure('reserved', t('reserved'), 1000)}
        </div>
      </div>
    </details>
  );
}
