import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../kit/state/permissions-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { retentionQuery } from './data.queries.ts';
import { ErasurePanel } from './erasure-panel.tsx';
import { RetentionForm } from './retention-form.tsx';
import { RetentionState } from './retention-state.tsx';
import styles from './workspace.module.css';

/** How long the workspace keeps its data, and erasing that of one person. */
export function DataTab() {
  const t = useTexts(workspaceTexts);
  const retention = useQuery(retentionQuery);
  const mayErase = useMay(['conversations:delete', 'calls:delete']);
  return (
    <>
      {mayErase && <ErasurePanel isHeld={retention.data?.isHeld === true} />}
      <section className={styles['section']} aria-labelledby="workspace-retention">
        <div className={styles['sectionHead']}>
          <div>
            <h3 id="workspace-retention">{t('retention')}</h3>
            <p>{t('retentionHelp')}</p>
            {retention.data && !retention.data.mayChange && <p>{t('retentionForOwner')}</p>}
          </div>
        </div>
        {retention.isPending && <SkeletonList count={5} />}
        {retention.isError && !retention.data && (
          <ErrorState
            title={t('loadFailed')}
            error={retention.error}
            onRetry={() => void retention.refetch()}
          />
        )}
        {retention.data && (
          <>
            <RetentionState retention={retention.data} />
            <RetentionForm retention={retention.data} />
          </>
        )}
      </section>
    </>
  );
}
