import { useQuery } from '@tanstack/react-query';
import type { SystemStatus } from '@tendril/contract/api/system';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { momentText } from '../../kit/lib/moment-text.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { Age } from '../../kit/lists/age.tsx';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { systemTexts } from '../../kit/texts/en/system.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { LaneTable } from './lane-table.tsx';
import { PastAlerts } from './past-alerts.tsx';
import { ProcessTable } from './process-table.tsx';
import { StorageFacts } from './storage-facts.tsx';
import styles from './system.module.css';
import { systemQuery } from './system.queries.ts';

/** The page for those who keep the server running. */
export function SystemScreen() {
  const t = useTexts(systemTexts);
  const page = useTexts(pageTexts);
  const { data, error, dataUpdatedAt, refetch } = useQuery(systemQuery);
  return (
    <>
      <PageHead title={page('system')} help={page('systemHelp')} />
      {!data && !error && (
        <div className={styles['loading']}>
          <SkeletonList />
        </div>
      )}
      {!data && error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className={styles['page']}>
          {error ? <Outdated error={error} at={dataUpdatedAt} /> : <Alerts alerts={data.alerts} />}
          <ProcessTable processes={data.processes} />
          <LaneTable lanes={data.lanes} />
          <FailedJobs />
          <PastAlerts />
          <StorageFacts status={data} />
        </div>
      )}
    </>
  );
}

/** Instead of the alerts, which may no longer hold. */
function Outdated({ error, at }: { error: Error; at: number }) {
  const t = useTexts(systemTexts);
  return (
    <section className={styles['section']} aria-live="polite">
      <h2>{t('alerts')}</h2>
      <ul className={styles['alerts']}>
        <li>
          <TriangleAlert size={20} />
          <span>
            {t('outdated', { reason: toMessage(error) })} <Age at={at} />
          </span>
        </li>
      </ul>
    </section>
  );
}

function Alerts({ alerts }: Pick<SystemStatus, 'alerts'>) {
  const t = useTexts(systemTexts);
  return (
    <section className={styles['section']} aria-live="polite">
      {alerts.length === 0 ? (
        <p className={styles['well']}>
          <CircleCheck size={20} />
          {t('allWell')}
        </p>
      ) : (
        <>
          <h2>{t('alerts')}</h2>
          <ul className={styles['alerts']}>
            {alerts.map(({ kind, process, since }) => (
              <li key={`${kind} ${process}`}>
                <TriangleAlert size={20} />
                <span>
                  {t(`alert_${kind}`, { process: process ?? '' })}
                  {since !== null && <Began at={since} />}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Began({ at }: { at: number }) {
  const t = useTexts(systemTexts);
  return (
    <time className={styles['began']} dateTime={new Date(at).toISOString()} title={momentText(at)}>
      {t('alertSince', { time: relativeTime(at) })}
    </time>
  );
}
