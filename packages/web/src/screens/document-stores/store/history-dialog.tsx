import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { Job, JobState } from '@tendril/contract/api/jobs';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { useProgressText } from '../job-progress.tsx';
import { upsertResultOf, workOf } from '../store-jobs.ts';
import tableStyles from '../table.module.css';

const states = {
  waiting: 'jobWaiting',
  running: 'jobRunning',
  paused: 'jobPaused',
  done: 'jobDone',
  failed: 'jobFailed',
  cancelled: 'jobCancelled',
} as const satisfies Record<JobState, string>;

/** The recent activity of a knowledge base. */
export function HistoryDialog({ store, onClose }: { store: DocumentStore; onClose: () => void }) {
  const t = useTexts(knowledgeTexts);
  return (
    <Dialog
      isOpen
      title={t('historyTitle', { name: store.name })}
      width={860}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {store.jobs.length === 0 ? (
        <p>{t('historyEmpty')}</p>
      ) : (
        <div className={tableStyles['scroll']}>
          <table className={tableStyles['dense']}>
            <thead>
              <tr>
                <th>{t('historyWhen')}</th>
                <th>{t('historyWhat')}</th>
                <th>{t('historySource')}</th>
                <th>{t('historyState')}</th>
                <th>{t('historyResult')}</th>
              </tr>
            </thead>
            <tbody>
              {store.jobs.map((job) => (
                <HistoryRow key={job.id} store={store} job={job} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}

function HistoryRow({ store, job }: { store: DocumentStore; job: Job }) {
  const t = useTexts(knowledgeTexts);
  const outcome = useOutcome();
  const source = store.loaders.find(({ id }) => id === job.partId)?.loaderName;
  return (
    <tr>
      <td className={tableStyles['when']} title={new Date(job.updatedAt).toLocaleString()}>
        {shortAge(job.updatedAt)}
      </td>
      <td>{t(workOf(job) === 'upsert' ? 'kindUpsert' : 'kindProcess')}</td>
      <td>{job.partId === null ? t('allSources') : (source ?? t('goneSource'))}</td>
      <td>{t(states[job.state])}</td>
      <td>{outcome(job)}</td>
    </tr>
  );
}

function useOutcome(): (job: Job) => string {
  const t = useTexts(knowledgeTexts);
  const progressText = useProgressText();
  return (job) => {
    if (job.error) return job.error.message;
    const counts = upsertResultOf(job);
    if (counts)
      return t('resultUpsert', {
        added: counts.numAdded,
        updated: counts.numUpdated,
        skipped: counts.numSkipped,
        deleted: counts.numDeleted,
      });
    if (
      job.state === 'done' &&
      typeof job.result === 'object' &&
      job.result !== null &&
      'totalChunks' in job.result
    )
      return t('resultChunks', { count: Number(job.result.totalChunks) });
    return job.progress.done > 0 ? progressText(job.progress) : '';
  };
}
