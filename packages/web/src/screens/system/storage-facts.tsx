import type { SystemStatus } from '@tendril/contract/api/system';
import { formatBytes } from '../../kit/lib/format-bytes.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { systemTexts } from '../../kit/texts/en/system.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import { backfillWords } from './backfill-words.ts';
import { FactTable } from './fact-table.tsx';
import styles from './system.module.css';

/** Disk, database and what is deleted next. */
export function StorageFacts({ status: { disk, database, retention, backfills } }: { status: SystemStatus }) {
  const t = useTexts(systemTexts);
  const { kind, sizeBytes, slowest, comparing } = database;
  const { days, nextPurgeAt } = retention;
  const purge = nextPurgeAt === null ? t('purgeUnknown') : relativeTime(nextPurgeAt);
  return (
    <>
      <section className={styles['section']}>
        <h2>{t('storage')}</h2>
        <dl className={styles['facts']}>
          <dt>{t('diskFree')}</dt>
          <dd>
            {disk
              ? t('diskOf', { free: formatBytes(disk.freeBytes), total: formatBytes(disk.totalBytes) })
              : t('unknown')}
          </dd>
          <dt>{t('database')}</dt>
          <dd>{sizeBytes === null ? t(`${kind}Lost`) : t(kind, { size: formatBytes(sizeBytes) })}</dd>
          <dt>{t('comparing')}</dt>
          <dd>{comparing ? comparingText(comparing) : t('unknown')}</dd>
          <dt>{t('purge')}</dt>
          <dd>{days === 0 ? t('purgeNever') : purge}</dd>
        </dl>
      </section>
      {backfills.length > 0 && (
        <FactTable
          title={t('backfills')}
          heads={[t('backfill'), t('backfillDone'), t('backfillLeft')]}
          rows={backfills.map(({ name, done, total, leftMs, isPaused, error }) => ({
            id: name,
            cells: [
              backfillWords(name),
              t('backfillOf', { done: done.toLocaleString('en-US'), total: total.toLocaleString('en-US') }),
              error ??
                (isPaused ? t('backfillPaused') : undefined) ??
                (leftMs !== null && relativeTime(Date.now() + leftMs)),
            ],
          }))}
        />
      )}
      {slowest && slowest.length > 0 && (
        <FactTable
          title={t('slowest')}
          heads={[t('query'), t('queryCalls'), t('mean')]}
          rows={slowest.map(({ query, calls, meanMs }) => ({
            id: query,
            cells: [
              <code key="query">{query}</code>,
              calls.toLocaleString('en-US'),
              t('milliseconds', { ms: meanMs.toFixed(1) }),
            ],
          }))}
        />
      )}
    </>
  );
}

type Comparing = NonNullable<SystemStatus['database']['comparing']>;

/** By what knowledge bases are compared, and why not by pgvector. */
function comparingText({ by, version, least, ready, filling }: Comparing): string {
  const counts = { least: least.toLocaleString('en-US'), ready, filling };
  return say(systemTexts, `comparing_${by}`, { version, ...counts });
}
