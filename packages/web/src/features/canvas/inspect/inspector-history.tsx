import { useQuery } from '@tanstack/react-query';
import type { NodeRound, NodeRun } from '@tendril/contract/api/runs';
import { ChevronRight, History } from 'lucide-react';
import { useState } from 'react';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { SpanStatusIcon } from '../../runs/span-status.tsx';
import type { SpanStatus } from '../../runs/trace.ts';
import { useCanvasHost } from '../document/canvas-host.ts';
import { durationText } from '../run/duration-text.ts';
import { nodeRunsQuery } from '../run/use-node-work.ts';
import { isRound, type RoundKey } from '../run/work-of-round.ts';
import styles from './inspector.module.css';
import { roundWords } from './round-label.ts';

const statuses: Record<NodeRun['status'], SpanStatus> = {
  done: 'done',
  cached: 'cached',
  error: 'failed',
  skipped: 'skipped',
  waiting: 'waiting',
};

interface Choice {
  /** Null for the run on the canvas. */
  runId: string | null;
  round: RoundKey | null;
}

interface HistoryProps {
  nodeId: string;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

const time = (ms: number | null) => (ms === null ? '' : durationText(ms));

/** How often it worked: "12 items", "3 rounds". */
function timesText({ roundCount, rounds }: NodeRun): string {
  if (roundCount < 2) return '';
  const isItems = rounds.some(({ frame }) => frame !== undefined);
  return say(whyTexts, isItems ? 'itemCountRun' : 'roundCount', { count: roundCount });
}

function Row({ run, isChosen, onChoose }: { run: NodeRun; isChosen: boolean; onChoose: () => void }) {
  const t = useTexts(whyTexts);
  const facts = [
    shortAge(run.startedAt),
    t('version', { version: run.versionNumber }),
    timesText(run),
    time(run.ms),
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

function RoundRow({
  round,
  isChosen,
  onChoose,
}: {
  round: NodeRound;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const t = useTexts(whyTexts);
  const retries = round.retries > 0 ? t('retries', { count: round.retries }) : '';
  return (
    <button type="button" aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      <SpanStatusIcon status={statuses[round.status]} />
      <span>
        <span className={styles['roundLine']}>
          <b>{roundWords(round) || t('roundOf', { round: 1 })}</b>
          <span className={styles['roundFacts']}>
            {[retries, time(round.ms)].filter(Boolean).join(' · ')}
          </span>
        </span>
        {round.preview !== '' && <span className={styles['roundPreview']}>{round.preview}</span>}
      </span>
    </button>
  );
}

interface RoundsProps {
  run: NodeRun;
  chosen: RoundKey | null;
  isOpenAtFirst: boolean;
  onChoose: (round: RoundKey) => void;
}

/** Each element or round of one run, to be opened. */
function Rounds({ run, chosen, isOpenAtFirst, onChoose }: RoundsProps) {
  const t = useTexts(whyTexts);
  const { rounds, roundCount } = run;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  if (rounds.length === 0) return null;
  return (
    <div className={styles['times']}>
      <button
        type="button"
        className={styles['fold']}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight size={14} />
        {timesText(run)}
      </button>
      {isOpen && (
        <ol aria-label={timesText(run)}>
          {rounds.map((round, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rounds of a run keep their order
            <li key={at}>
              <RoundRow
                round={round}
                isChosen={chosen !== null && isRound(round, chosen)}
                onChoose={() => onChoose({ frame: round.frame, round: round.round })}
              />
            </li>
          ))}
        </ol>
      )}
      {isOpen && rounds.length < roundCount && <p>{t('roundsCut', { count: rounds.length })}</p>}
    </div>
  );
}

/** The History tab: what the node did in the latest runs; a chosen one is shown by the other tabs. */
export function InspectorHistory({ nodeId, chosen, onChoose }: HistoryProps) {
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
      {chosen.runId !== null && (
        <div className={styles['acts']}>
          <span>{t('olderShown')}</span>
          <Button size="small" onClick={() => onChoose({ runId: null, round: null })}>
            {t('backToRun')}
          </Button>
        </div>
      )}
      <ul aria-label={t('historyOf')}>
        {data.map((run, at) => (
          <li key={run.runId}>
            <Row
              run={run}
              isChosen={run.runId === chosen.runId && chosen.round === null}
              onChoose={() => onChoose({ runId: run.runId, round: null })}
            />
            <Rounds
              run={run}
              chosen={run.runId === chosen.runId ? chosen.round : null}
              isOpenAtFirst={at === 0 || run.runId === chosen.runId}
              onChoose={(round) => onChoose({ runId: run.runId, round })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
