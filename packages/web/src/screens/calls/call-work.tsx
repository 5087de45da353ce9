import { useEffect, useRef, useState } from 'react';
import { clockText } from '../../features/voice/call-drawing/clock-text.ts';
import { FlowRunLink } from '../../features/voice/call-drawing/flow-run-link.tsx';
import { noteText } from '../../features/voice/call-drawing/note-text.ts';
import { StepDetail } from '../../features/voice/call-drawing/step-detail.tsx';
import type { CallView } from '../../features/voice/call-view.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import { useListStop } from '../../kit/ui/use-list-stop.ts';
import styles from './call-work.module.css';
import { isAt, spanOfTurn, type TraceRow, traceRows } from './trace-rows.ts';
import type { Playhead } from './use-playhead.ts';

interface CallWorkProps {
  view: CallView;
  playhead: Playhead;
}

/** The work behind a call: each piece with its place in its turn; a press goes to its beginning. */
export function CallWork({ view, playhead }: CallWorkProps) {
  const t = useTexts(callsTexts);
  const list = useRef<HTMLOListElement>(null);
  const [openId, setOpenId] = useState<string>();
  const rows = traceRows(view);
  const { nowMs, moves } = playhead;
  const currentId = nowMs > 0 ? rows.findLast((row) => isAt(row, nowMs))?.id : undefined;
  const { propsOf } = useListStop(
    rows.map(({ id }) => id),
    currentId,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that was scrolled away is gone to by a second move to it
  useEffect(() => {
    const row = currentId !== undefined && list.current?.querySelector<HTMLElement>('[data-first]');
    if (row && list.current) keepInView(list.current, row);
  }, [currentId, moves]);
  if (rows.length === 0) return <p className={styles['none']}>{t('noTrace')}</p>;
  const press = (row: TraceRow) => {
    playhead.moveTo(row.startMs + 1);
    setOpenId(openId === row.id ? undefined : row.id);
  };
  return (
    <ol ref={list} className={styles['rows']} aria-label={t('trace')}>
      {rows.map((row, at) => (
        <li key={row.id} data-first={row.id === currentId || undefined}>
          {row.turn !== rows[at - 1]?.turn && <TurnHead turn={row.turn} rows={rows} />}
          <Row
            row={row}
            window={spanOfTurn(row.turn, rows)}
            isNow={nowMs > 0 && isAt(row, nowMs)}
            isOpen={openId === row.id}
            stop={propsOf(row.id)}
            onPress={() => press(row)}
          />
          {openId === row.id && <RowDetail row={row} />}
        </li>
      ))}
    </ol>
  );
}

function TurnHead({ turn, rows }: { turn: number; rows: readonly TraceRow[] }) {
  const t = useTexts(callsTexts);
  const { fromMs, toMs } = spanOfTurn(turn, rows);
  return (
    <h3>
      {turn === 0 ? t('beforeTurns') : t('turn', { turn })}{' '}
      <small>
        {clockText(fromMs)}
        {toMs > fromMs && ` · ${t('ms', { ms: Math.round(toMs - fromMs) })}`}
      </small>
    </h3>
  );
}

interface RowProps {
  row: TraceRow;
  window: { fromMs: number; toMs: number };
  isNow: boolean;
  isOpen: boolean;
  stop: ReturnType<ReturnType<typeof useListStop>['propsOf']>;
  onPress: () => void;
}

function Row({ row, window: { fromMs, toMs }, isNow, isOpen, stop, onPress }: RowProps) {
  const t = useTexts(callsTexts);
  const length = Math.max(1, toMs - fromMs);
  const { startMs, endMs } = row;
  const bar = {
    insetInlineStart: `${((startMs - fromMs) / length) * 100}%`,
    inlineSize: `${((endMs - startMs) / length) * 100}%`,
  };
  return (
    <button
      type="button"
      className={styles['row']}
      {...stop}
      data-kind={row.kind}
      aria-current={isNow || undefined}
      aria-expanded={isOpen}
      onClick={onPress}
    >
      <span className={styles['name']}>{nameOf(row)}</span>
      {row.kind !== 'act' && (
        <>
          <span className={styles['lane']} aria-hidden>
            <i style={bar} />
          </span>
          <span className={styles['ms']}>{t('ms', { ms: Math.round(endMs - startMs) })}</span>
        </>
      )}
    </button>
  );
}

function nameOf(row: TraceRow): string {
  switch (row.kind) {
    case 'step':
      return say(callsTexts, 'stepRow', { kind: row.step.kind, name: row.step.name });
    case 'tool':
      return say(callsTexts, 'toolRow', { name: row.entry.name });
    case 'act':
      return noteText(row.entry.event);
    default:
      return say(callsTexts, `row_${row.kind}`);
  }
}

function RowDetail({ row }: { row: TraceRow }) {
  const t = useTexts(callsTexts);
  if (row.kind === 'step') return <StepDetail step={row.step} end={row.end} />;
  if (row.kind === 'flow')
    return (
      <p className={styles['detail']}>
        <FlowRunLink flowId={row.flowId} runId={row.runId} />
      </p>
    );
  if (row.kind === 'act') return <p className={styles['detail']}>{clockText(row.startMs)}</p>;
  if (row.kind !== 'tool') return <p className={styles['detail']}>{t(`rowHelp_${row.kind}`)}</p>;
  const { entry } = row;
  return (
    <div className={styles['detail']}>
      <h4>{t('input')}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
      <pre tabIndex={0}>{entry.arguments}</pre>
      <h4>{t('output')}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
      <pre tabIndex={0} data-failed={entry.end?.isOk === false || undefined}>
        {entry.end?.result ?? ''}
      </pre>
    </div>
  );
}

/** Scrolls a list, and nothing around it. */
function keepInView(list: HTMLElement, row: HTMLElement): void {
  const top = row.offsetTop - list.offsetTop;
  const isSeen = top >= list.scrollTop && top + row.offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isSeen) list.scrollTop = top - list.clientHeight / 3;
}
