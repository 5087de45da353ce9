import { useQuery } from '@tanstack/react-query';
import { toMessage } from '../../kit/lib/to-message.ts';
import { Age } from '../../kit/lists/age.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { systemTexts } from '../../kit/texts/en/system.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { FactTable } from './fact-table.tsx';
import { jobWords } from './job-words.ts';
import styles from './system.module.css';
import { failedJobsQuery, useRunAgain } from './system.queries.ts';

/** The jobs of this workspace that failed for good. */
export function FailedJobs() {
  const t = useTexts(systemTexts);
  const { data, error, refetch } = useQuery(failedJobsQuery);
  const again = useRunAgain();
  const runAgain = (id: string) =>
    again.mutate(id, {
      onSuccess: () => notify(t('queued'), 'success'),
      onError: (failure) => notify(toMessage(failure), 'error'),
    });
  if (!data && error)
    return <ErrorState title={t('failedLoad')} error={error} onRetry={() => void refetch()} />;
  if (!data || data.data.length === 0)
    return (
      <section className={styles['section']}>
        <h2>{t('failed')}</h2>
        {data && <p className={styles['quiet']}>{t('failedNone')}</p>}
      </section>
    );
  return (
    <FactTable
      title={t('failed')}
      heads={[t('job'), t('when'), t('error'), t('runAgain')]}
      rows={data.data.map(({ id, kind, updatedAt, error: failure }) => ({
        id,
        cells: [
          jobWords(kind),
          <Age key="when" at={updatedAt} />,
          failure?.message ?? t('unknown'),
          <PermittedButton
            key="again"
            needs="jobs:cancel"
            size="small"
            aria-label={t('runAgainOf', { kind: jobWords(kind) })}
            isBusy={again.isPending && again.variables === id}
            onClick={() => runAgain(id)}
          >
            {t('runAgain')}
          </PermittedButton>,
        ],
      }))}
    />
  );
}
