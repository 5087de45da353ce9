import { AppError } from '@tendril/contract/app-error';
import type { Standing } from '../../../platform/processes/process-load.ts';

/** A run under way, as the other runs of its process see it. */
export interface RunPlace {
  /** It waits for somebody else, a model say, and uses nothing of this process meanwhile. */
  rest(): void;
  /** What it has waited for is there. */
  goOn(): void;
  leave(): void;
}

export interface RunEntry {
  workspaceId: string;
  /** Somebody waits for its first word: it goes before the other runs of its workspace. */
  isLive: boolean;
  /** Whether it may be kept waiting, and refused; calls and jobs are not. */
  mayWait: boolean;
  /** Aborts when its client has gone. */
  signal?: AbortSignal | undefined;
}

/** Shares a process between the workspaces whose runs it executes. */
export interface RunShares {
  /**
   * Counts a run in. At once where its workspace is below its share or nobody else is here, else in turn with the
   * others. Throws TOO_MANY_REQUESTS when too many of its workspace wait already, RUN_CANCELLED when its client leaves.
   */
  enter(entry: RunEntry): RunPlace | Promise<RunPlace>;
  /** Throws what `enter` would throw at once, before anything is done for the question. */
  requireRoom(workspaceId: string): void;
  /** Counts a question, and says how much its workspace asks beside the others: a full process still serves who asks little. */
  standingOf(workspaceId: string): Standing;
  /** The runs that wait to begin. */
  readonly waiting: number;
}

interface RunSharesParts {
  /** The clock, in milliseconds. */
  now?: () => number;
  /** Runs that use the process at the same moment while several workspaces do. */
  places?: number;
}

/**
 * With more at once, a run of one workspace waits longer behind those of another; with fewer, the process is idle while
 * the disk writes.
 */
const placesTogether = 4;
/** How long a workspace counts as present after its last question. */
const presentMs = 5000;
/** What uses the process for longer waits for something that is not known here: it is not in the way of the others. */
const heldMs = 150;
const sweepMs = 25;
const longestWaitMs = 5000;
const mostWaiting = 500;
/** A first guess of what a run takes of the process. */
const firstGapMs = 2;
/** What was asked a second ago counts half. */
const halfMs = 1000;

interface Waiting {
  begin(): void;
}

interface Share {
  readonly workspaceId: string;
  /** Its runs that use the process now, with the moment since when; the oldest first. */
  readonly busy: Map<object, number>;
  /** Those somebody waits for, then the others. */
  readonly live: Waiting[];
  readonly others: Waiting[];
  lastAt: number;
  /** The number of its last turn among those that were kept waiting. */
  turn: number;
  /** Between two of its runs that began after waiting, on average. */
  gapMs: number;
  beganAt: number;
  /** What it has asked for lately. */
  asked: number;
}

export function createRunShares({
  now = () => performance.now(),
  places = placesTogether,
}: RunSharesParts = {}) {
  return new Shares(now, places);
}

class Shares implements RunShares {
  readonly #now: () => number;
  readonly #places: number;
  /** Of the workspaces that are present; who asked last is the last. */
  readonly #shares = new Map<string, Share>();
  #latest: Share | undefined;
  #waiting = 0;
  #turns = 0;
  #sweep: NodeJS.Timeout | undefined;

  constructor(now: () => number, places: number) {
    this.#now = now;
    this.#places = places;
  }

  get waiting(): number {
    return this.#waiting;
  }

  enter({ workspaceId, isLive, mayWait, signal }: RunEntry): RunPlace | Promise<RunPlace> {
    const share = this.#present(workspaceId);
    if (!mayWait || this.#hasRoom(share)) return this.#take(share);
    this.#requireShortLine(share);
    return this.#wait(share, isLive ? share.live : share.others, signal);
  }

  requireRoom(workspaceId: string): void {
    const share = this.#shares.get(workspaceId);
    if (share && this.#waiting > 0) this.#requireShortLine(share);
  }

  standingOf(workspaceId: string): Standing {
    const own = this.#present(workspaceId);
    const present = this.#shares.size;
    if (present === 1) return 'alone';
    const now = this.#now();
    let all = 0;
    for (const share of this.#shares.values()) all += askedBy(share, now);
    return own.asked < all / present / 2 ? 'below' : 'above';
  }

  /** The share of a workspace that asks now. */
  #present(workspaceId: string): Share {
    const now = this.#now();
    let share = this.#latest;
    if (share?.workspaceId !== workspaceId) {
      share = this.#shares.get(workspaceId) ?? newShare(workspaceId, now);
      this.#shares.delete(workspaceId);
      this.#shares.set(workspaceId, share);
      this.#latest = share;
    }
    share.asked = askedBy(share, now) + 1;
    share.lastAt = now;
    if (this.#shares.size > 1) this.#forgetAbsent(now);
    return share;
  }

  #forgetAbsent(now: number): void {
    for (const [id, share] of this.#shares) {
      if (now - share.lastAt < presentMs) return;
      if (lineOf(share) > 0) return;
      this.#shares.delete(id);
      if (this.#latest === share) this.#latest = undefined;
    }
  }

  #hasRoom(share: Share): boolean {
    const present = this.#shares.size;
    if (present === 1) return true;
    const most = Math.max(1, Math.floor(this.#places / present));
    return share.busy.size < most && lineOf(share) === 0;
  }

  #requireShortLine(share: Share): void {
    const line = lineOf(share);
    const waitMs = line * share.gapMs;
    if (line < mostWaiting && waitMs <= longestWaitMs) return;
    const retryAfterMs = Math.max(1000, Math.ceil(waitMs / 1000) * 1000);
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `The server is busy, and ${line} questions of this workspace are waiting already, which is more than its share. ` +
        `Try again in ${retryAfterMs / 1000} ${retryAfterMs === 1000 ? 'second' : 'seconds'}.`,
      { retryAfterMs },
    );
  }

  #take(share: Share): RunPlace {
    const { busy } = share;
    const run = {};
    busy.set(run, this.#now());
    /** It may wait for several at once. */
    let rests = 0;
    let isOver = false;
    const free = () => {
      if (busy.delete(run) && this.#waiting > 0) this.#serve();
    };
    return {
      rest() {
        rests += 1;
        if (rests === 1) free();
      },
      goOn: () => {
        rests -= 1;
        if (rests === 0 && !isOver) busy.set(run, this.#now());
      },
      leave() {
        isOver = true;
        free();
      },
    };
  }

  #wait(share: Share, line: Waiting[], signal: AbortSignal | undefined): Promise<RunPlace> {
    return new Promise((resolve, reject) => {
      const gone = () => {
        const index = line.indexOf(waiting);
        if (index < 0) return;
        line.splice(index, 1);
        this.#count(-1);
        reject(new AppError('RUN_CANCELLED', 'The run was stopped.'));
      };
      const waiting: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', gone);
          resolve(this.#take(share));
        },
      };
      signal?.addEventListener('abort', gone, { once: true });
      line.push(waiting);
      this.#count(1);
      if (signal?.aborted) gone();
    });
  }

  #count(by: 1 | -1): void {
    this.#waiting += by;
    if (this.#waiting === 0) {
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    } else this.#sweep ??= setInterval(() => this.#freeOld(), sweepMs).unref();
  }

  #freeOld(): void {
    const now = this.#now();
    this.#forgetAbsent(now);
    for (const { busy } of this.#shares.values())
      for (const [run, since] of busy) if (now - since >= heldMs) busy.delete(run);
    this.#serve();
  }

  /** Begins what there is room for: of the workspaces that wait, whose last turn is the longest ago. */
  #serve(): void {
    while (this.#waiting > 0) {
      const share = this.#next();
      const waiting = share?.live.shift() ?? share?.others.shift();
      if (!share || !waiting) return;
      const now = this.#now();
      // What somebody has waited alone is no measure of how fast the line moves.
      if (lineOf(share) > 0) share.gapMs += (Math.min(now - share.beganAt, longestWaitMs) - share.gapMs) / 8;
      share.beganAt = now;
      this.#turns += 1;
      share.turn = this.#turns;
      this.#count(-1);
      waiting.begin();
    }
  }

  #next(): Share | undefined {
    const present = this.#shares.size;
    const most = present === 1 ? this.#places : Math.max(1, Math.floor(this.#places / present));
    let next: Share | undefined;
    for (const share of this.#shares.values())
      if (lineOf(share) > 0 && share.busy.size < most && (!next || share.turn < next.turn)) next = share;
    return next;
  }
}

const newShare = (workspaceId: string, now: number): Share => ({
  ...{ workspaceId, busy: new Map(), live: [], others: [], lastAt: now, beganAt: now },
  ...{ turn: 0, gapMs: firstGapMs, asked: 0 },
});

const lineOf = ({ live, others }: Share): number => live.length + others.length;

const askedBy = ({ asked, lastAt }: Share, now: number): number => asked * 2 ** ((lastAt - now) / halfMs);
