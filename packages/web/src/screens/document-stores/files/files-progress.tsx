import type { Job } from '@tendril/contract/api/jobs';
import { humanDuration } from '../../../kit/lib/relative-time.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { type FilesPage, useJobAct } from './files.queries.ts';
import styles from './files-screen.module.css';

const slowMs = 60_000;

/** What is read now, how much is left, and what it waits for. */
export function FilesProgress({ page }: { page: FilesPage }) {
  const count = (isOpen: boolean) =>
    page.counts.reduce(
      (sum, { state, files }) => sum + ((state === 'queued' || state === 'reading') === isOpen ? files : 0),
      0,
    );
  const done = count(false);
  return (
    <div className={styles['jobs']} role="status">
      {page.jobs.map((job) => (
        <JobLine
          key={job.id}
          job={job}
          turn={page.turns.find(({ jobId }) => jobId === job.id)}
          done={done}
          total={done + count(true)}
        />
      ))}
    </div>
  );
}

interface JobLineProps {
  job: Job;
  turn: FilesPage['turns'][number] | undefined;
  done: number;
  total: number;
}

function JobLine({ job, turn, done, total }: JobLineProps) {
  const t = useTexts(knowledgeFileTexts);
  const act = useJobAct();
  const run = (name: 'pause' | 'resume' | 'stop') =>
    act.mutate({ id: job.id, act: name }, { onError: notifyError });
  return (
    <div className={styles['job']}>
      <progress
        className={styles['bar']}
        max={total}
        value={done}
        aria-label={t('progress', { done, total })}
      />
      <span>
        {t('progress', { done: done.toLocaleString('en-US'), total: total.toLocaleString('en-US') })}
      </span>
      <span className={styles['stage']}>{useStageText(job, turn)}</span>
      <span className={styles['acts']}>
        <Button size="small" look="quiet" onClick={() => run(job.state === 'paused' ? 'resume' : 'pause')}>
          {t(job.state === 'paused' ? 'resume' : 'pause')}
        </Button>
        <Button size="small" look="quiet" onClick={() => run('stop')}>
          {t('stop')}
        </Button>
      </span>
    </div>
  );
}

/** What a job is at, or why it waits. */
function useStageText(job: Job, turn: JobLineProps['turn']): string {
  const t = useTexts(knowledgeFileTexts);
  if (job.state === 'paused') return t('paused');
  if (job.state === 'waiting') {
    const { ahead = 0, behind = null } = turn ?? {};
    const name = behind ?? '';
    if (ahead === 0) return t('next');
    if (ahead === 1) return behind === null ? t('next') : t('nextBehind', { name });
    return behind === null ? t('inLine', { count: ahead }) : t('inLineBehind', { count: ahead, name });
  }
  const { stage } = job;
  const idleMs = Date.now() - job.updatedAt;
  const parts = [
    idleMs > slowMs && t('slow', { time: humanDuration(idleMs) }),
    stage?.waitsFor && t('waitsFor', { vendor: stage.waitsFor }),
    stage?.what && t('reading', { name: stage.what }),
    stage?.leftMs && t('timeLeft', { time: humanDuration(stage.leftMs) }),
  ];
  return parts.filter(Boolean).join(' · ');
}
