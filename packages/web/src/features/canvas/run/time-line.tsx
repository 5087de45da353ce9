import type { LoggedEvent, RunStatus } from '@tendril/contract/run-event';
import { type CSSProperties, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { categoryLook } from '../../../kit/theme/category-look.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import { itemWords } from '../../runs/item-words.ts';
import { selectNodes } from '../document/canvas-store.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { barLabel } from './bar-label.ts';
import { durationText, waitText } from './duration-text.ts';
import styles from './run-strip.module.css';
import { type StripBar, stripBars } from './strip-bars.ts';
import { pausesOf, type StripScale, stripScale, ticksOf } from './strip-scale.ts';

const tickSpacingPx = 96;
/** A time that would be cut off, or would touch the words of a pause, is left out. */
const tickEndPx = 48;
/** Space after the play head while a run is in progress. */
const headroom = 1.06;

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

interface BarProps {
  bar: StripBar;
  /** The bars of its lane beside it. */
  before: StripBar | undefined;
  next: StripBar | undefined;
  scale: StripScale;
  width: number;
}

function Bar({ bar, before, next, scale, width }: BarProps) {
  const t = useTexts(whyTexts);
  const canvas = useCanvasStore();
  const node = useCanvas((state) => nodeById(state.nodes, bar.nodeId));
  const name = node?.data.label ?? bar.span.label ?? bar.span.name;
  const { frame, items } = bar.span;
  const label = frame === undefined ? name : t('itemOf', { name, item: itemWords({ frame, items }) });
  const toPx = (ms: number) => scale.toShare(ms) * width;
  const [from, to] = [toPx(bar.fromMs), toPx(bar.toMs)];
  const time = durationText(bar.toMs - bar.fromMs);
  const { place, px } = barLabel(label.length + time.length + 1, {
    from,
    to,
    before: before && toPx(before.toMs),
    next: next ? toPx(next.fromMs) : width,
  });
  return (
    // The trace and the list of nodes lead there by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer
    <span
      className={styles['bar']}
      data-lane={bar.lane}
      data-status={bar.span.status}
      title={`${label} ${time}`}
      style={
        {
          '--c': node ? nodeColour(node.data) : categoryLook('').colour,
          insetInlineStart: from,
          inlineSize: Math.max(3, to - from),
        } as CSSProperties
      }
      onDoubleClick={() => node && selectNodes(canvas, new Set([node.id]))}
    >
      {place !== 'none' && (
        <span data-place={place} style={place === 'inside' ? { inlineSize: px } : undefined}>
          <b>{label}</b> {time}
        </span>
      )}
    </span>
  );
}

interface TimeLineProps {
  events: readonly LoggedEvent[];
  elapsedMs: number;
  /** Null: at the end, or at now. */
  headMs: number | null;
  status: RunStatus;
  step: { present: number; last: number; go: (index: number) => void };
  onSeek: (ms: number) => void;
}

function useSpokenMoment(events: readonly LoggedEvent[], ms: number): string {
  const t = useTexts(whyTexts);
  const nodes = useCanvas((state) => state.nodes);
  const run = useCanvas((state) => state.run.nodes);
  const atWork = Object.entries(run)
    .filter(([, mark]) => mark.status === 'running')
    .map(([id]) => nodeById(nodes, id)?.data.label ?? id);
  if (events.length === 0) return '';
  const time = durationText(ms);
  return atWork.length === 0 ? time : t('momentSpoken', { time, names: atWork.join(', ') });
}

/** A run's work in three lanes over a time axis, with a play head that is dragged or stepped. */
export function TimeLine({ events, elapsedMs, headMs, status, step, onSeek }: TimeLineProps) {
  const t = useTexts(whyTexts);
  const { box, width } = useWidth();
  const pauses = useMemo(() => pausesOf(events, elapsedMs), [events, elapsedMs]);
  const bars = useMemo(() => stripBars(events, elapsedMs), [events, elapsedMs]);
  const domainMs = Math.max(1, status === 'running' ? elapsedMs * headroom : elapsedMs);
  const scale = useMemo(() => stripScale(domainMs, pauses), [domainMs, pauses]);
  const pausePx = scale.toShare(pauses[0]?.fromMs ?? domainMs) * width;
  const most = Math.max(2, Math.floor((pauses.length > 0 ? pausePx : width) / tickSpacingPx));
  const ticks = ticksOf(domainMs, pauses, most).filter(
    (ms) => ms === 0 || scale.toShare(ms) * width < pausePx - tickEndPx,
  );
  const shownMs = headMs ?? elapsedMs;
  const spoken = useSpokenMoment(events, shownMs);
  const seek = (event: PointerEvent<HTMLDivElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    onSeek(scale.toMs(Math.min(1, Math.max(0, (event.clientX - left) / width))));
  };
  const inLane = (at: number) => (bar: StripBar) => bar.lane === bars[at]?.lane;
  return (
    <div className={styles['room']}>
      <div
        ref={box}
        className={styles['line']}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          seek(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seek(event)}
      >
        {ticks.map((ms) => (
          <i key={ms} className={styles['tick']} style={{ insetInlineStart: scale.toShare(ms) * width }}>
            {durationText(ms)}
          </i>
        ))}
        {pauses.map(({ fromMs, toMs }) => (
          <i
            key={fromMs}
            className={styles['pause']}
            style={{ insetInlineStart: scale.toShare(fromMs) * width }}
          >
            {t('pausedFor', { time: waitText(toMs - fromMs) })}
          </i>
        ))}
        {bars.map((bar, at) => (
          <Bar
            key={`${bar.span.id} ${bar.fromMs}`}
            bar={bar}
            before={bars.slice(0, at).findLast(inLane(at))}
            next={bars.slice(at + 1).find(inLane(at))}
            scale={scale}
            width={width}
          />
        ))}
        <input
          type="range"
          className={styles['range']}
          aria-label={t('playHead')}
          aria-valuetext={spoken}
          min={0}
          max={Math.max(0, step.last)}
          value={step.present}
          onChange={(event) => step.go(Number(event.target.value))}
        />
        <span
          className={styles['head']}
          data-status={headMs === null ? status : 'moment'}
          style={{ insetInlineStart: scale.toShare(shownMs) * width }}
        />
      </div>
    </div>
  );
}
