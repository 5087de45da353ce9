import type { LoggedEvent } from '@tendril/contract/run-event';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type CanvasStore, showRun } from '../document/canvas-store.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { drawingOf, type RanWith } from './run-freshness.ts';
import { applyRunEventToCanvas, marksAfter, type RunMarks } from './run-marks.ts';

/** A place on the time line: how many events have happened there, and where the play head was put. */
export interface PlayHead {
  count: number;
  ms: number;
}

/** The run that canvas, strip and inspector show, with its events. */
interface ShownRun {
  runId: string;
  events: readonly LoggedEvent[];
  /** Null at the run's end, or while it goes on. */
  head: PlayHead | null;
  /** The drawing this run ran with; null for one that was looked up. */
  ranWith: RanWith | null;
  isStripOpen: boolean;
}

const nothing: ShownRun = { runId: '', events: [], head: null, ranWith: null, isStripOpen: false };

// It is discarded together with its canvas.
const stores = new WeakMap<CanvasStore, StoreApi<ShownRun>>();

/** The run shown on a canvas. */
export function shownRunOf(canvas: CanvasStore): StoreApi<ShownRun> {
  let store = stores.get(canvas);
  if (!store) {
    store = createStore<ShownRun>(() => nothing);
    stores.set(canvas, store);
  }
  return store;
}

/** A part of the run that the canvas around this component shows. */
export function useShownRun<T>(select: (shown: ShownRun) => T): T {
  return useStore(shownRunOf(useCanvasStore()), select);
}

interface Waiting {
  events: LoggedEvent[];
  shownAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** A run can emit hundreds of events at once: those within one frame are shown together. */
const frameMs = 24;

const waiting = new WeakMap<CanvasStore, Waiting>();

/** Takes one more event of a run under way; pieces of the answer's text change nothing here. */
export function takeRunEvent(canvas: CanvasStore, event: LoggedEvent): void {
  if (event.type === 'text-delta') return;
  const queue = waiting.get(canvas) ?? { events: [], shownAt: 0, timer: undefined };
  waiting.set(canvas, queue);
  queue.events.push(event);
  if (queue.timer !== undefined) return;
  const restMs = queue.shownAt + frameMs - performance.now();
  if (restMs <= 0) showTaken(canvas);
  else queue.timer = setTimeout(() => showTaken(canvas), restMs);
}

/** Flushes pending events. */
export function showTaken(canvas: CanvasStore): void {
  const queue = waiting.get(canvas);
  if (!queue) return;
  clearTimeout(queue.timer);
  const { events } = queue;
  waiting.set(canvas, { events: [], shownAt: performance.now(), timer: undefined });
  const store = shownRunOf(canvas);
  const before = store.getState();
  const { run } = canvas.getState();
  const taken = events.reduce((state, event) => withEvent(state, event, canvas), { shown: before, run });
  if (taken.shown !== before) store.setState(taken.shown);
  showRun(canvas, taken.run);
}

interface Taken {
  shown: ShownRun;
  run: RunMarks;
}

function withEvent({ shown, run }: Taken, event: LoggedEvent, canvas: CanvasStore): Taken {
  const isOther = shown.runId !== event.runId;
  const isKnown = !isOther && event.seq <= (shown.events.at(-1)?.seq ?? 0);
  // After a crash, a run is replayed from its start.
  if (isKnown && event.type !== 'run-start') return { shown, run };
  const goesOn = event.type === 'run-start' && event.resumes !== undefined && event.resumes === shown.runId;
  const begins = (isOther || isKnown) && !goesOn;
  const next: ShownRun = {
    ...shown,
    runId: event.runId,
    events: begins ? [event] : [...shown.events, event],
    ...((begins || goesOn) && { head: null, isStripOpen: true }),
    ...(event.type === 'run-start' && { ranWith: drawingOf(canvas.getState()) }),
  };
  // Does not move the playback position if an earlier moment is shown.
  return { shown: next, run: next.head === null ? applyRunEventToCanvas(run, event) : run };
}

/** Shows a run that is over, or goes on elsewhere, from its stored events. */
export function showStoredRun(canvas: CanvasStore, runId: string, log: readonly LoggedEvent[]): void {
  const events = log.filter((event) => event.type !== 'text-delta');
  showTaken(canvas);
  shownRunOf(canvas).setState({ runId, events, head: null, ranWith: null, isStripOpen: true });
  showRun(canvas, marksAfter(events, events.length));
}

/** Moves the playback position; null is the end of the run. */
export function movePlayHead(canvas: CanvasStore, head: PlayHead | null): void {
  showTaken(canvas);
  const store = shownRunOf(canvas);
  const { events } = store.getState();
  const isEnd = head === null || head.count >= events.length;
  store.setState({ head: isEnd ? null : head });
  showRun(canvas, marksAfter(events, isEnd ? events.length : head.count));
}

/** Opens or closes the strip; closed, the canvas shows the run's end again. */
export function setStripOpen(canvas: CanvasStore, isStripOpen: boolean): void {
  if (!isStripOpen && shownRunOf(canvas).getState().head !== null) movePlayHead(canvas, null);
  shownRunOf(canvas).setState({ isStripOpen });
}

const sliced = new WeakMap<readonly LoggedEvent[], { count: number; events: readonly LoggedEvent[] }>();

/** The events up to the play head; the same list for the same place. */
export function eventsUpToHead({ events, head }: ShownRun): readonly LoggedEvent[] {
  if (head === null) return events;
  const known = sliced.get(events);
  if (known?.count === head.count) return known.events;
  const upTo = events.slice(0, head.count);
  sliced.set(events, { count: head.count, events: upTo });
  return upTo;
}
