import { SkipBack, SkipForward, Square, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { costFigure, inThousands } from '../../runs/figures.ts';
import { SpanStatusIcon } from '../../runs/span-status.tsx';
import { nodeById } from '../document/node-index.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { durationText } from './duration-text.ts';
import { stopShownRun } from './run-part.ts';
import styles from './run-strip.module.css';
import { eventsUpToHead, movePlayHead, type PlayHead, setStripOpen, useShownRun } from './shown-run.ts';
import { countAt, stopsOf } from './strip-bars.ts';
import { type StripFacts, stripFacts } from './strip-facts.ts';
import { TimeLine } from './time-line.tsx';

const liveTickMs = 100;
const waitTickMs = 2000;

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

/** Milliseconds since the run's start: growing while it goes on or waits. */
function useElapsed(lastMs: number, status: StripFacts['status'], runId: string): number {
  const isGrowing = status === 'running' || status === 'waiting';
  // Counted from the last event by this machine's clock alone: the server's may go differently.
  const [seen, setSeen] = useState({ runId, lastMs, at: Date.now() });
  if (seen.runId !== runId || seen.lastMs !== lastMs) setSeen({ runId, lastMs, at: Date.now() });
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isGrowing) return undefined;
    const timer = setInterval(() => setNow(Date.now()), status === 'running' ? liveTickMs : waitTickMs);
    return () => clearInterval(timer);
  }, [isGrowing, status]);
  return isGrowing ? lastMs + Math.max(0, now - seen.at) : lastMs;
}

function Facts({ facts, runId }: { facts: StripFacts; runId: string }) {
  const t = useTexts(whyTexts);
  const target = useCanvas((state) => nodeById(state.nodes, facts.part?.nodeId ?? '')?.data.label);
  const id = runId.slice(-4);
  const words = t(`run_${facts.status}`);
  const [error, ...others] = facts.errors;
  const notes = [
    facts.retries > 0 && t('retries', { count: facts.retries }),
    facts.restarts > 0 && t('wentOn'),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className={styles['facts']}>
      <h2>
        <SpanStatusIcon status={facts.status} />
        {t('runIs', { id, words })}
      </h2>
      <p>
        {t('nodesOf', { settled: facts.settled, total: facts.total })} ·{' '}
        {t('startedAt', { time: clock.format(facts.startedAt) })}
      </p>
      {error !== undefined && (
        <p className={styles['error']} title={facts.errors.join('\n')}>
          {others.length > 0 ? t('errorAndMore', { error, count: others.length }) : error}
        </p>
      )}
      {error === undefined && facts.part && target !== undefined && (
        <p>{t(`part_${facts.part.kind}`, { name: target })}</p>
      )}
      {error === undefined && facts.status === 'waiting' && <p>{t('waitsSafely')}</p>}
      {error === undefined && notes !== '' && <p title={notes}>{notes}</p>}
    </div>
  );
}

function Totals({ facts, elapsedMs }: { facts: StripFacts; elapsedMs: number }) {
  const t = useTexts(whyTexts);
  const figures = [
    [durationText(facts.workMs ?? elapsedMs), t(facts.status === 'waiting' ? 'working' : 'elapsed')],
    [inThousands(facts.tokens), t('tokens')],
    [costFigure(facts.costUsd), t('cost')],
  ] as const;
  return (
    <dl className={styles['totals']}>
      {figures.map(([value, name]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Steps from event to event; at the end the canvas shows the whole run again. */
function useSteps(head: PlayHead | null, stops: readonly number[], timeOf: (count: number) => number) {
  const canvas = useCanvasStore();
  const last = stops.length - 1;
  const present =
    head === null
      ? last
      : Math.max(
          0,
          stops.findLastIndex((count) => count <= head.count),
        );
  const go = (index: number) => {
    const count = stops[Math.min(last, Math.max(0, index))];
    if (count === undefined) return;
    movePlayHead(canvas, index >= last ? null : { count, ms: timeOf(count) });
  };
  return { present, last, go };
}

function Strip() {
  const t = useTexts(whyTexts);
  const canvas = useCanvasStore();
  const { runId, events, head } = useShownRun((shown) => shown);
  const upTo = useShownRun(eventsUpToHead);
  const isLive = useCanvas((state) => state.run.isLive && state.run.momentAt === null);
  const facts = useMemo(() => stripFacts(upTo), [upTo]);
  const end = useMemo(() => stripFacts(events), [events]);
  const stops = useMemo(() => stopsOf(events), [events]);
  const startedAt = events[0]?.at ?? 0;
  const timeOf = (count: number) => (events[count - 1]?.at ?? startedAt) - startedAt;
  const elapsedMs = useElapsed(timeOf(events.length), end.status, runId);
  const { present, last, go } = useSteps(head, stops, timeOf);
  return (
    <section className={styles['strip']} aria-label={t('runStrip')} data-run-strip>
      <Facts facts={head ? { ...facts, status: end.status } : end} runId={runId} />
      <TimeLine
        events={events}
        elapsedMs={elapsedMs}
        headMs={head?.ms ?? null}
        status={end.status}
        step={{ present, last, go }}
        onSeek={(ms) => {
          const count = countAt(events, ms);
          const isEnd = ms >= timeOf(events.length);
          movePlayHead(canvas, isEnd ? null : { count, ms });
        }}
      />
      <div className={styles['end']}>
        <Totals facts={head ? facts : end} elapsedMs={head?.ms ?? elapsedMs} />
        <span className={styles['gap']} />
        {isLive && (
          <Button size="small" icon={<Square size={14} />} onClick={() => void stopShownRun(canvas)}>
            {t('stop')}
          </Button>
        )}
        <IconButton
          label={t('eventBefore')}
          size="small"
          disabled={present <= 0}
          onClick={() => go(present - 1)}
        >
          <SkipBack size={18} />
        </IconButton>
        <IconButton
          label={t('eventAfter')}
          size="small"
          disabled={head === null}
          onClick={() => go(present + 1)}
        >
          <SkipForward size={18} />
        </IconButton>
        <IconButton label={t('closeStrip')} size="small" onClick={() => setStripOpen(canvas, false)}>
          <X size={18} />
        </IconButton>
      </div>
    </section>
  );
}

/** The run below the canvas: what it is, its work along a time line to step through, and what it took. */
export function RunStrip(_props: { flowId?: string | undefined }) {
  const isOpen = useShownRun((shown) => shown.isStripOpen && shown.events.length > 0);
  const shownId = useShownRun((shown) => shown.runId);
  // Another flow was opened on this canvas, so the run does not belong to it.
  const isOfCanvas = useCanvas((state) => state.run.runId === shownId);
  return isOpen && isOfCanvas ? <Strip /> : null;
}
