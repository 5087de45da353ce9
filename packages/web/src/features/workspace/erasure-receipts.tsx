import { useQuery } from '@tanstack/react-query';
import { type Erasure, erasureKinds } from '@tendril/contract/api/erasures';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { erasuresQuery } from './data.queries.ts';
import styles from './workspace.module.css';

const shownOfHash = 12;

/** What was erased: of whom only a hash is left. */
export function ErasureReceipts() {
  const t = useTexts(workspaceTexts);
  const { data: receipts = [] } = useQuery(erasuresQuery);
  if (receipts.length === 0) return null;
  return (
    <>
      <h4 className={styles['small']}>{t('receipts')}</h4>
      <ul className={styles['rows']}>
        {receipts.map((receipt) => (
          <Receipt key={receipt.id} receipt={receipt} />
        ))}
      </ul>
    </>
  );
}

function Receipt({ receipt }: { receipt: Erasure }) {
  const t = useTexts(workspaceTexts);
  const { by, state, counts, hash, createdAt, endedAt } = receipt;
  const time = relativeTime(endedAt ?? createdAt);
  const words = { running: 'receiptRunning', done: 'receiptDone', failed: 'receiptFailed' } as const;
  const found = erasureKinds.filter((kind) => (counts[kind] ?? 0) > 0);
  const what = found.map((kind) => t(`count_${kind}`, { count: counts[kind] ?? 0 })).join(' · ');
  return (
    <li>
      <div className={styles['words']}>
        <strong>{`${t(`erasureBy_${by}`)} · ${t(words[state], { time })}`}</strong>
        {state === 'done' && <span>{what || t('erasureNothing')}</span>}
        {hash && <span title={hash}>{t('receiptHash', { hash: hash.slice(0, shownOfHash) })}</span>}
      </div>
    </li>
  );
}
