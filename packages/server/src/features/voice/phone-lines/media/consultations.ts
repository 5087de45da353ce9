import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';

/** What a carrier says of somebody who is rung for a transfer; `told`: our words to them have ended. */
export type LegNews = 'answered' | 'human' | 'machine' | 'told' | 'ended';

const ringGraceMs = 5000;
/** A carrier that has not found a machine by then has found none. */
const detectionMs = 10_000;
/** How long our words to them may take. */
const wordsMs = 120_000;

interface Consultation {
  ringMs: number;
  /** Aborted when the waiting side has gone. */
  signal: AbortSignal;
  /** What has to be known before both are connected. */
  awaits: readonly Extract<LegNews, 'answered' | 'human' | 'told'>[];
  /** Rings there; returns what the carrier calls it. */
  place(leg: string): Promise<string>;
  /** Stops ringing, or hangs up. */
  cancel(placed: string): Promise<unknown>;
  onAnswered?(placed: string): Promise<unknown>;
  /** Connects both. */
  connect(placed: string): Promise<unknown>;
}

/** Who is being rung for the lines of one carrier in this process, while their callers stay where they are. */
export function createConsultations() {
  const legs = new Map<string, (news: LegNews) => void>();

  return {
    /** Rings somebody and connects them. Throws when that fails, and then nobody rings or waits there any more. */
    async consult(asked: Consultation): Promise<void> {
      const { ringMs, signal, awaits } = asked;
      const leg = randomUUID();
      const ready = Promise.withResolvers<void>();
      const placing = Promise.withResolvers<string>();
      const known = new Set<LegNews>();
      const timers: NodeJS.Timeout[] = [];
      const fail = (why: string) => ready.reject(new AppError('PROVIDER_REFUSED', why));
      const failAfter = (ms: number, why: string) => void timers.push(setTimeout(() => fail(why), ms));
      const note = (news: LegNews) => {
        if (known.has(news)) return;
        known.add(news);
        if (news === 'ended') fail(known.has('answered') ? 'the person there hung up' : nobody);
        else if (news === 'machine' && awaits.includes('human')) fail('a machine answered there');
        else if (awaits.every((one) => known.has(one))) ready.resolve();
        if (news === 'answered') answered();
      };
      const answered = () => {
        for (const timer of timers.splice(0)) clearTimeout(timer);
        timers.push(setTimeout(() => note('human'), detectionMs));
        failAfter(wordsMs, 'the person there could not be spoken to');
        placing.promise
          .then((placed) => asked.onAnswered?.(placed))
          .catch(() => fail('the person there could not be spoken to'));
      };
      const leave = () => fail('the caller hung up');
      ready.promise.catch(() => undefined);
      legs.set(leg, note);
      signal.addEventListener('abort', leave);
      try {
        signal.throwIfAborted();
        failAfter(ringMs + ringGraceMs, nobody);
        const placed = await asked.place(leg);
        placing.resolve(placed);
        try {
          await ready.promise;
          await asked.connect(placed);
        } catch (error) {
          if (!known.has('ended')) await asked.cancel(placed).catch(() => undefined);
          throw error;
        }
      } finally {
        signal.removeEventListener('abort', leave);
        for (const timer of timers) clearTimeout(timer);
        legs.delete(leg);
      }
    },

    /** News of somebody who is rung. */
    noteLeg: (leg: string, news: LegNews): void => legs.get(leg)?.(news),
  };
}

const nobody = 'nobody answered there';
