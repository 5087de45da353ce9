import type { BatchCall } from '@tendril/contract/api/batch-calls';
import { Link } from 'react-router';
import styles from '../../features/voice/plain-table.module.css';
import { momentText } from '../../kit/lib/moment-text.ts';
import stacking from '../../kit/lists/stacking-table.module.css';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { BatchProgress } from './batch-progress.tsx';
import { BatchState } from './batch-state.tsx';

/** Batch calls as rows; each leads to its own page. */
export function BatchTable({ batches }: { batches: readonly BatchCall[] }) {
  const t = useTexts(batchCallsTexts);
  return (
    <div className={`${styles['wide']} ${stacking['room']}`}>
      <table className={`${styles['rows']} ${stacking['stacks']}`} aria-label={t('table')}>
        <thead>
          <tr>
            <th>{t('name')}</th>
            <th>{t('state')}</th>
            <th>{t('progress')}</th>
            <th>{t('begins')}</th>
            <th>{t('from')}</th>
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.id}>
              <td className={styles['long']}>
                <Link to={`/calls/batches/${batch.id}`}>{batch.name}</Link>
              </td>
              <td data-label={t('state')}>
                <BatchState state={batch.state} />
              </td>
              <td data-label={t('progress')}>
                <BatchProgress batch={batch} />
              </td>
              <td data-label={t('begins')}>{momentText(batch.scheduledAt)}</td>
              <td data-label={t('from')}>{batch.fromNumber}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
