import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { AppError } from '@tendril/contract/app-error';

interface ProcessLoadParts {
  /** The delay of the event loop at which a process is full; 0: none is. */
  fullDelayMs: number;
  /** Runs that a process carries at a time; 0: any number. */
  runPlaces: number;
  /** The wait for a connection to the database at which a process is full; 0: none is. */
  fullWaitMs: number;
  /** Calls that a process carries at a time; 0: any number. */
  callPlaces?: number;
}

/** How much a workspace asks, beside what the others do; `alone`: nobody else asks. */
export type Standing = 'alone' | 'below' | 'above';

/** How much of what a process can do it is doing: 1 is full. */
export interface ProcessLoad {
  readonly value: number;
  /** Says how many runs are under way. */
  countRuns(count: () => number): void;
  /**
   * Throws UNAVAILABLE while the process is full. Who asks less than the others is served still, and has the last places
   * for runs; `standing` is only asked for when it matters.
   */
  requireRoom(standing?: () => Standing): void;
  /** Says how many calls are carried, those included that are about to come. */
  countCalls(count: () => number): void;
  /** Whether no call more is carried. What calls in progress ask for is not refused by that. */
  readonly isFullOfCalls: boolean;
  /** Throws UNAVAILABLE where that is so. */
  requireCallRoom(): void;
  /** Whether others should get its requests: far too full for a while. */
  readonly isOverrun: boolean;
  /** Takes a sample now, instead of waiting for the next second. */
  sample(delayMs: number, waitMs?: number): void;
  close(): void;
}

const sampleMs = 1000;
const resolutionMs = 10;
/** A single stop is no load: so many samples in a row have to agree. */
const fullSamples = 3;
const overrunSamples = 5;
const overrunAt = 1.2;
/** Of the places for runs: the rest is kept for those who ask little. */
const commonPlaces = 0.8;
const alone = (): Standing => 'alone';
/** Calls end all the time. */
const fullForMs = 5000;
/** Of the largest heap, which a process never reaches alive. */
const fullHeap = 0.9;

/** Measures the load of this process once a second. `takeWaitMs`: the longest wait for a connection since. */
export function createProcessLoad(
  { fullDelayMs, runPlaces, fullWaitMs, callPlaces = 0 }: ProcessLoadParts,
  takeWaitMs: () => number = () => 0,
): ProcessLoad {
  const delay = fullDelayMs > 0 ? monitorEventLoopDelay({ resolution: resolutionMs }) : undefined;
  const samples: number[] = [];
  let runs = () => 0;
  let calls = () => 0;

  function sample(delayMs: number, waitMs = 0): void {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    samples.push(Math.max(share(delayMs, fullDelayMs), share(waitMs, fullWaitMs), used / (limit * fullHeap)));
    if (samples.length > overrunSamples) samples.shift();
  }
  const lasting = (count: number) => (samples.length < count ? 0 : Math.min(...samples.slice(-count)));
  const places = () => share(runs(), runPlaces);
  const look = () => sample(delay ? takeDelay(delay) : 0, takeWaitMs());
  const timer = delay || fullWaitMs > 0 ? setInterval(look, sampleMs).unref() : undefined;
  delay?.enable();

  return {
    get value() {
      return Math.max(samples.at(-1) ?? 0, places(), share(calls(), callPlaces));
    },
    get isOverrun() {
      return lasting(overrunSamples) >= overrunAt;
    },
    countRuns(count) {
      runs = count;
    },
    requireRoom(standing = alone) {
      const taken = places();
      const isFull = lasting(fullSamples) >= 1;
      if (taken < 1 && !isFull && taken < commonPlaces) return;
      const place = standing();
      if (taken < 1 && (place === 'below' || (place === 'alone' && !isFull))) return;
      throw new AppError('UNAVAILABLE', 'The server is busy. Try again in a few seconds.');
    },
    countCalls(count) {
      calls = count;
    },
    get isFullOfCalls() {
      return share(calls(), callPlaces) >= 1;
    },
    requireCallRoom() {
      if (share(calls(), callPlaces) >= 1) throw fullOfCalls();
    },
    sample,
    close() {
      clearInterval(timer);
      delay?.disable();
    },
  };
}

/** No process has room for a call more. */
export function fullOfCalls(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'All places for calls are taken. Try again in a few seconds, when one of them has ended.',
    { retryAfterMs: fullForMs },
  );
}

/** How much of a limit is used; nothing where none is set. */
function share(value: number, limit: number): number {
  return limit > 0 ? value / limit : 0;
}

function takeDelay(delay: ReturnType<typeof monitorEventLoopDelay>): number {
  const p99Ms = delay.percentile(99) / 1e6 - resolutionMs;
  delay.reset();
  return Math.max(0, p99Ms);
}
