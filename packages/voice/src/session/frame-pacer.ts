import { callFrameMs } from '../audio/frame-cutter.ts';
import type { CallClock } from '../call-clock.ts';
import { baseOf } from './guarded-clock.ts';

/** Within the 20 ms of a frame there are this many moments at which calls send: not all write at once. */
const phases = 4;
const stepMs = callFrameMs / phases;

const pacers = new WeakMap<CallClock, FramePacer>();

/** The pacer of all calls on a clock: one in a process. */
export function pacerOf(clock: CallClock): FramePacer {
  const base = baseOf(clock);
  const pacer = pacers.get(base) ?? new FramePacer(base);
  pacers.set(base, pacer);
  return pacer;
}

/** Called with the moment for which it was due, by the pacer's clock; it may have come later. */
type PacedAction = (dueAt: number) => void;

/**
 * Calls back every 20 ms, by a fixed grid of time: a timer that comes late moves nothing after it. Members are spread
 * over the moments of the grid, so that their sockets are not written all at once.
 */
export class FramePacer {
  private readonly members = Array.from({ length: phases }, () => new Set<PacedAction>());
  private startedAt = 0;
  /** Steps of the grid that are done. */
  private done = 0;
  private cancel: (() => void) | undefined;
  private readonly clock: CallClock;

  constructor(clock: CallClock) {
    this.clock = clock;
  }

  /** Begins up to 20 ms from now; returns the function that ends it. */
  add(act: PacedAction): () => void {
    if (this.members.every(({ size }) => size === 0)) this.begin();
    const phase = this.quietest();
    phase.add(act);
    this.schedule();
    return () => {
      phase.delete(act);
      this.schedule();
    };
  }

  private begin(): void {
    this.startedAt = this.clock.now();
    this.done = 0;
  }

  /** The phase with the fewest members; of several, the one that is due last. */
  private quietest(): Set<PacedAction> {
    let best = this.phase(this.done);
    for (let step = this.done + phases - 1; step > this.done; step -= 1) {
      const phase = this.phase(step);
      if (phase.size < best.size) best = phase;
    }
    return best;
  }

  private phase(step: number): Set<PacedAction> {
    const members = this.members[step % phases];
    if (!members) throw new Error('No such phase.');
    return members;
  }

  private schedule(): void {
    this.cancel?.();
    this.cancel = undefined;
    for (let step = this.done + 1; step <= this.done + phases; step += 1) {
      if (this.phase(step).size === 0) continue;
      this.cancel = this.clock.after(this.dueAt(step) - this.clock.now(), () => this.run());
      return;
    }
  }

  /** Does what is due; what was missed is not repeated. */
  private run(): void {
    this.cancel = undefined;
    const until = Math.floor((this.clock.now() - this.startedAt) / stepMs + 1e-6);
    const from = Math.max(this.done + 1, until - phases + 1);
    this.done = Math.max(this.done, until);
    for (let step = from; step <= until; step += 1)
      for (const act of [...this.phase(step)]) this.attempt(act, this.dueAt(step));
    this.schedule();
  }

  private dueAt(step: number): number {
    return this.startedAt + step * stepMs;
  }

  /** One call's fault is no other call's. */
  private attempt(act: PacedAction, dueAt: number): void {
    try {
      act(dueAt);
    } catch (error) {
      this.clock.after(0, () => {
        throw error;
      });
    }
  }
}
