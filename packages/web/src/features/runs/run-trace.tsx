import { useMemo, useState } from 'react';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { buildTrace } from './apply-trace-event.ts';
import { citingAnswer } from './found-passages.ts';
import { SpanDetail } from './span-detail.tsx';
import { SpanRows } from './span-rows.tsx';
import type { TraceSpan } from './trace.ts';
import styles from './trace-panel.module.css';
import { answeringSpan, spanOfNode } from './trace-rows.ts';
import { useRunLog } from './use-run-log.ts';
import { useSpanNames } from './use-span-names.ts';

interface RunTraceProps {
  runId: string;
  selectedNodeId: string | null;
  onSelectNode: ((nodeId: string) => void) | undefined;
}

const noEvents: never[] = [];

/** One run: its steps above, the selected one below; the model call that answered is selected first. */
export function RunTrace({ runId, selectedNodeId, onSelectNode }: RunTraceProps) {
  const t = useTexts(traceTexts);
  const { data, error, refetch } = useRunLog(runId);
  const events = data?.events ?? noEvents;
  const trace = useMemo(() => buildTrace(events), [events]);
  const answer = useMemo(() => citingAnswer(events), [events]);
  const names = useSpanNames(trace);
  const [chosenId, setChosenId] = useState<string>();
  const [canvasNodeId, setCanvasNodeId] = useState(selectedNodeId);
  // What was selected on the canvas before the trace opened says nothing about it.
  if (canvasNodeId !== selectedNodeId) {
    setCanvasNodeId(selectedNodeId);
    const span = selectedNodeId === null ? undefined : spanOfNode(trace, selectedNodeId);
    const isChosenAlready = trace.spans.some(
      ({ id, nodeId }) => id === chosenId && nodeId === selectedNodeId,
    );
    if (span && !isChosenAlready) setChosenId(span.id);
  }
  const selected = trace.spans.find(({ id }) => id === chosenId) ?? answeringSpan(trace);
  const select = (span: TraceSpan) => {
    setChosenId(span.id);
    onSelectNode?.(span.nodeId);
  };
  if (error) return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList shape="rows" count={4} />;
  if (!selected)
    return <p className={styles['help']}>{t(trace.ms === undefined ? 'nothingYet' : 'nothingKept')}</p>;
  return (
    <>
      <SpanRows trace={trace} names={names} selectedId={selected.id} onSelect={select} />
      <SpanDetail span={selected} trace={trace} title={names.titleOf(selected)} answer={answer} />
    </>
  );
}
