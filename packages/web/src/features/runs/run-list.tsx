import { useInfiniteQuery } from '@tanstack/react-query';
import type { RunSummary } from '@tendril/contract/api/runs';
import { Activity } from 'lucide-react';
import { shortAge } from '../../kit/lib/short-age.ts';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { type Texts, useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { inDollars, runTime } from './figures.ts';
import styles from './run-list.module.css';
import { runsQuery } from './runs.queries.ts';
import { SpanStatusIcon, statusWord } from './span-status.tsx';

type TraceKey = typeof traceTexts extends Texts<infer K> ? K : never;

const sourceWords = {
  canvas: 'sourceCanvas',
  chat: 'sourceChat',
  api: 'sourceApi',
  mcp: 'sourceMcp',
  call: 'sourceCall',
  form: 'sourceForm',
  webhook: 'sourceWebhook',
  schedule: 'sourceSchedule',
} as const satisfies Record<RunSummary['source'], TraceKey>;

/** A flow's latest runs, from wherever they were asked; each opens its trace. */
export function RunList({ flowId, onOpen }: { flowId: string; onOpen: (runId: string) => void }) {
  const t = useTexts(traceTexts);
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(runsQuery(flowId));
  if (isPending) return <SkeletonList shape="rows" count={4} />;
  if (error) return <ErrorState title={t('runsFailed')} error={error} onRetry={() => void refetch()} />;
  const runs = data.pages.flatMap((page) => page.data);
  if (runs.length === 0) return <EmptyState Icon={Activity} title={t('noRuns')} text={t('noRunsHelp')} />;
  return (
    <div className={styles['box']}>
      <ul aria-label={t('runs')}>
        {runs.map((run) => (
          <li key={run.id}>
            <RunRow run={run} onOpen={() => onOpen(run.id)} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('showMore')}
        </Button>
      )}
    </div>
  );
}

function RunRow({ run, onOpen }: { run: RunSummary; onOpen: () => void }) {
  const t = useTexts(traceTexts);
  const facts = [
    t(sourceWords[run.source]),
    t('version', { version: run.versionNumber }),
    run.status === 'done' ? '' : t(statusWord(run.status)),
    run.ms === null ? '' : runTime(run.ms),
    inDollars(run.costUsd),
    shortAge(run.startedAt),
  ];
  return (
    <button type="button" className={styles['row']} onClick={onOpen}>
      <SpanStatusIcon status={run.status} />
      <span className={styles['words']}>
        <span className={styles['question']}>{run.question || run.id}</span>
        <span className={styles['facts']}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
    </button>
  );
}
