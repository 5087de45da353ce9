import type { BatchCall } from '@tendril/contract/api/batch-calls';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './batch-calls.module.css';

/** In the order in which they are drawn; who still waits is the rest of the bar. */
const parts = [
  'answered',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'do_not_call',
  'canceled',
  'calling',
] as const;

/** How far a batch is: a bar of what became of its contacts, and the numbers in words. */
export function BatchProgress({ batch, isFull = false }: { batch: BatchCall; isFull?: boolean }) {
  const t = useTexts(batchCallsTexts);
  const { counts, total } = batch;
  const of = (state: keyof BatchCall['counts']) => counts[state] ?? 0;
  const done = total - of('pending') - of('calling');
  const shown = (Object.keys(counts) as (keyof BatchCall['counts'])[]).filter((state) => of(state) > 0);
  return (
    <div className={styles['progress']}>
      <span aria-hidden className={styles['bar']}>
        {parts.map((state) => (
          <i
            key={state}
            data-state={state}
            style={{ inlineSize: `${(100 * of(state)) / Math.max(1, total)}%` }}
          />
        ))}
      </span>
      <small>{t('reached', { done, total })}</small>
      {isFull && (
        <dl>
          {shown.map((state) => (
            <div key={state}>
              <dt>
                <i aria-hidden data-state={state} />
                {t(`contact_${state}`)}
              </dt>
              <dd>{of(state)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
