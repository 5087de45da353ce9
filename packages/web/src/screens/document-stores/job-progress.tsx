import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelJob, type Job } from '@tendril/contract/api/jobs';
import { call } from '../../kit/api/call.ts';
import { formatBytes } from '../../kit/lib/format-bytes.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import styles from './job-progress.module.css';
import { storesKey } from './stores.queries.ts';

const units = {
  pages: 'unitPages',
  rows: 'unitRows',
  parts: 'unitParts',
  chunks: 'unitChunks',
} as const;

/** The progress of a job as text. */
export function useProgressText(): (progress: Job['progress']) => string {
  const t = useTexts(knowledgeTexts);
  return ({ done, total, unit }) => {
    const amount = (count: number) => (unit === 'bytes' ? formatBytes(count) : count.toLocaleString('en-US'));
    if (done === 0 && total === null) return t('starting');
    const amounts = { done: amount(done), total: amount(total ?? 0) };
    if (unit === 'bytes') return total === null ? amounts.done : t('progressBytes', amounts);
    return t(total === null ? 'progressOpen' : 'progress', { ...amounts, unit: t(units[unit]) });
  };
}

/** The bar of a job under way: how much of how much, why it has to try again, and a way to stop it. */
export function JobProgress({ job, name, isWide = false }: { job: Job; name: string; isWide?: boolean }) {
  const t = useTexts(knowledgeTexts);
  const client = useQueryClient();
  const progressText = useProgressText();
  const stop = useMutation({
    mutationFn: () => call(cancelJob, { params: { id: job.id } }),
    onSuccess: () => notify(t('stopped'), 'info'),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: storesKey }),
  });
  const { done, total } = job.progress;
  const share = total === null || total === 0 ? undefined : Math.min(1, done / total);
  const isAgain = job.state === 'waiting' && job.error !== null;
  return (
    <div className={[styles['box'], isWide && styles['wide']].filter(Boolean).join(' ')}>
      <div
        className={styles['track']}
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        aria-valuetext={progressText(job.progress)}
      >
        <div
          className={[styles['bar'], share === undefined && styles['open']].filter(Boolean).join(' ')}
          style={share === undefined ? undefined : { inlineSize: `${share * 100}%` }}
        />
      </div>
      <span>{job.state === 'waiting' && !isAgain ? t('waitingInLine') : progressText(job.progress)}</span>
      <Button
        size="small"
        look="quiet"
        isBusy={stop.isPending}
        aria-label={t('stopNamed', { name })}
        onClick={() => stop.mutate()}
      >
        {t('stop')}
      </Button>
      {isAgain && (
        <p className={styles['again']}>{t('triesAgain', { reason: job.error?.message || t('noReason') })}</p>
      )}
    </div>
  );
}
