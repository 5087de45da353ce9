import { useQuery } from '@tanstack/react-query';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { limitsQuery } from './limits.queries.ts';
import { LimitsForm } from './limits-form.tsx';
import styles from './workspace.module.css';

/** How much others may use of the workspace, and how much they do. */
export function LimitsTab() {
  const t = useTexts(workspaceTexts);
  const limits = useQuery(limitsQuery);
  return (
    <section className={styles['section']} aria-labelledby="workspace-limits">
      <div className={styles['sectionHead']}>
        <div>
          <h3 id="workspace-limits">{t('limits')}</h3>
          <p>{t('limitsHelp')}</p>
          {limits.data && !limits.data.mayChange && <p>{t('limitsForOwner')}</p>}
        </div>
      </div>
      {limits.isPending && <SkeletonList count={5} />}
      {limits.isError && !limits.data && (
        <ErrorState title={t('loadFailed')} error={limits.error} onRetry={() => limits.refetch()} />
      )}
      {limits.data && <LimitsForm states={limits.data.data} mayChange={limits.data.mayChange} />}
    </section>
  );
}
