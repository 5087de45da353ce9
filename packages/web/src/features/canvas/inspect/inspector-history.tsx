import { useQuery } from '@tanstack/react-query';
import type { NodeRun } from '@tendril/contract/api/runs';
import { History } from 'lucide-react';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { SpanStatusIcon } from '../../runs/span-status.tsx';
import type { SpanStatus } from '../../runs/trace.ts';
import { useCanvasHost } from '../document/canvas-host.ts';
import { durationText } from '../run/duration-text.ts';
import { nodeRunsQuery } from '../run/use-node-work.ts';
import styles from './inspector.module.css';

const statuses: Record<NodeRun['status'], SpanStatus> = {
  done: 'done',
  cached: 'cached',
  error: 'failed',
  skipped: 'skipped',
  waiting: 'waiting',
};

interface HistoryProps {
  nodeId: string;
  chosenRunId: string | null;
  /** Null goes back to the run on the canvas. */
  onChoose: (runId: string | null) => void;
}

function Row({ run, isChosen, onChoose }: { run: NodeRun; isChosen: boolean; onChoose: () => void }) {
  const t = useTexts(whyTexts);
  const facts = [
    shortAge(run.startedAt),
    t('version', { version: run.versionNumber }),
    run.ms === null ? '' : durationText(run.ms),
    run.error ?? '',
  ];
  return (
    <button type="button" aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      <SpanStatusIcon status={statuses[run.status]} />
      <span>
        <b>{run.question || t('runNamed', { id: run.runId.slice(-4) })}</b>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
    </button>
  );
}

/** The History tab: what the node did in the latest runs; a chosen one is shown by the other tabs. */
export function InspectorHistory({ nodeId, chosenRunId, onChoose }: HistoryProps) {
  const t = useTexts(whyTexts);
  const { flowId } = useCanvasHost();
  const query = useQuery({ ...nodeRunsQuery(flowId ?? '', nodeId), enabled: flowId !== undefined });
  const { data, error, refetch } = query;
  if (error) return <ErrorState title={t('historyFailed')} error={error} onRetry={() => void refetch()} />;
  if (query.isLoading) return <SkeletonList shape="rows" count={3} />;
  if (!data || data.length === 0) {
    return <EmptyState Icon={History} title={t('noHistory')} text={t('noHistoryHelp')} />;
  }
  return (
    <div className={styles['history']}>
      {chosenRunId !== null && (
        <div className={styles['acts']}>
          <span>{t('olderShown')}</span>
          <Button size="small" onClick={() => onChoose(null)}>
            {t('backToRun')}
          </Button>
        </div>
      )}
      <ul aria-label={t('historyOf')}>
        {data.map((run) => (
          <li key={run.runId}>
            <Row run={run} isChosen={run.runId === chosenRunId} onChoose={() => onChoose(run.runId)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
