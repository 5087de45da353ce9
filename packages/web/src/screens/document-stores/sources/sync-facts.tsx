import type { SourceSync } from '@tendril/contract/api/source-sync';
import { momentText } from '../../../kit/lib/moment-text.ts';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { knowledgeSourcesTexts } from '../../../kit/texts/en/knowledge-sources.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { JobProgress } from '../job-progress.tsx';
import styles from './sync-dialog.module.css';

const states = {
  done: 'done',
  partial: 'partial',
  held: 'heldState',
  failed: 'failedState',
} as const;

const figures = [
  ['listed', 'listed'],
  ['added', 'added'],
  ['changed', 'changed'],
  ['moved', 'moved'],
  ['removed', 'removed'],
  ['unchanged', 'unchanged'],
  ['skipped', 'skipped'],
  ['failed', 'failedFiles'],
] as const;

/** What the last sync did, and when the next one comes. */
export function SyncFacts({ sync }: { sync: SourceSync }) {
  const t = useTexts(knowledgeSourcesTexts);
  const next = sync.nextAt === null ? t('none') : momentText(sync.nextAt);
  return (
    <section className={styles['stack']}>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('lastSync')}</dt>
          <dd title={sync.lastAt === null ? undefined : momentText(sync.lastAt)}>
            {sync.lastAt === null ? t('never') : shortAge(sync.lastAt)}
          </dd>
        </div>
        <div>
          <dt>{t('nextSync')}</dt>
          <dd>{sync.isPaused ? t('paused') : next}</dd>
        </div>
      </dl>
      {sync.job && <JobProgress job={sync.job} name={t('running')} />}
      {!sync.job && sync.lastState && (
        <p data-state={sync.lastState} className={styles['state']}>
          {t(states[sync.lastState])} {sync.note}
        </p>
      )}
      {sync.lastAt !== null && (
        <dl className={styles['figures']} aria-label={t('counts')}>
          {figures.map(([name, label]) => (
            <div key={name}>
              <dt>{t(label)}</dt>
              <dd>{sync.counts[name].toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
