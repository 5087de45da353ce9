import { RefreshCw, RotateCw } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { traceTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { shortMs } from './figures.ts';
import styles from './span-rows.module.css';
import { SpanStatusIcon } from './span-status.tsx';
import type { Trace, TraceNote, TraceSpan } from './trace.ts';
import { traceRows } from './trace-rows.ts';
import type { SpanNames } from './use-span-names.ts';

interface SpanRowsProps {
  trace: Trace;
  names: SpanNames;
  selectedId: string | undefined;
  onSelect: (span: TraceSpan) => void;
}

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** All work of a run as rows with a bar on a common time axis; arrows go from row to row. */
export function SpanRows({ trace, names, selectedId, onSelect }: SpanRowsProps) {
  const t = useTexts(traceTexts);
  const list = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => traceRows(trace), [trace]);
  const totalMs = Math.max(1, trace.ms ?? 0, ...trace.spans.map(({ startMs, ms = 0 }) => startMs + ms));

  useEffect(() => {
    if (selectedId === undefined) return;
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    const place = rows.findIndex(({ span }) => span.id === selectedId);
    const next = move === undefined ? undefined : rows[place + move];
    if (!next) return;
    event.preventDefault();
    onSelect(next.span);
    list.current?.querySelectorAll('button')[place + (move ?? 0)]?.focus();
  };
  return (
    <ul ref={list} className={styles['rows']} aria-label={t('steps')} onKeyDown={onKeyDown}>
      <NoteRows notes={trace.notes} afterId={undefined} />
      {rows.map(({ span, depth }) => (
        <li key={span.id} style={{ '--depth': depth } as CSSProperties}>
          <button
            type="button"
            className={styles['row']}
            data-depth={depth}
            data-status={span.status}
            aria-current={span.id === selectedId ? 'true' : undefined}
            onClick={() => onSelect(span)}
          >
            <SpanStatusIcon status={span.status} />{' '}
            <span className={styles['name']}>{names.titleOf(span)}</span>{' '}
            <span className={styles['track']} aria-hidden="true">
              {span.status !== 'skipped' && (
                <Bar span={span} totalMs={totalMs} colour={names.colourOf(span)} />
              )}
            </span>
            <span className={styles['ms']}>{timeOf(span)}</span>
          </button>
          <NoteRows notes={trace.notes} afterId={span.id} />
        </li>
      ))}
    </ul>
  );
}

/** What happened after a span, beside the work. */
function NoteRows({ notes, afterId }: { notes: readonly TraceNote[]; afterId: string | undefined }) {
  const t = useTexts(traceTexts);
  const words = (note: TraceNote) => {
    if (note.kind === 'resume') return t('wentOn');
    const { attempt, of, waitMs, message: reason } = note;
    const values = { attempt, wait: shortMs(waitMs), reason };
    return of === undefined ? t('retried', values) : t('retriedOf', { ...values, of });
  };
  return notes
    .filter((note) => note.afterId === afterId)
    .map((note) => (
      <p key={note.id} className={styles['note']} data-kind={note.kind} title={words(note)}>
        {note.kind === 'resume' ? <RotateCw size={14} /> : <RefreshCw size={14} />}
        <span>{words(note)}</span>
      </p>
    ));
}

function Bar({ span, totalMs, colour }: { span: TraceSpan; totalMs: number; colour: string }) {
  const start = Math.min(100, (span.startMs / totalMs) * 100);
  const width = ((span.ms ?? totalMs - span.startMs) / totalMs) * 100;
  const style = {
    insetInlineStart: `${start}%`,
    inlineSize: `${Math.min(width, 100 - start)}%`,
    background: colour,
  };
  return <span style={style} />;
}

function timeOf({ status, ms }: TraceSpan): string {
  if (ms === undefined || status === 'skipped' || status === 'cached') return '';
  return shortMs(ms);
}
