import type { SpokenSpan } from './simulated-line.ts';

/** Who spoke when on a line, in ms of its clock. */
interface HeardTalk {
  caller: readonly SpokenSpan[];
  agent: readonly SpokenSpan[];
  /** Those of the caller that were meant to break in. */
  interruptions: readonly SpokenSpan[];
  /** When the agent was cut off. */
  cleared: readonly number[];
}

/** What a caller would have measured, in ms. */
export interface TalkFigures {
  /** From the end of each of the caller's utterances to the agent's next sound; those without an answer are left out. */
  answerMs: number[];
  /** From the onset of each interruption until the agent fell silent; null where it finished its sentence regardless. */
  stopMs: (number | null)[];
  /** How long both spoke at once, other than in interruptions. */
  talkOverMs: number;
}

/** The end of an agent's sound is reported this long after it was cut off at most. */
const reportMs = 100;

/** Measures a talk from outside, without asking either side. */
export function talkFigures({ caller, agent, interruptions, cleared }: HeardTalk): TalkFigures {
  const own = caller.filter((span) => !interruptions.includes(span));
  return {
    answerMs: caller.flatMap((span, at) => answerTo(span, caller[at + 1], agent)),
    stopMs: interruptions.map(({ from }) => stopOf(from, agent, cleared)),
    talkOverMs: Math.round(
      own.reduce((sum, span) => sum + agent.reduce((part, other) => part + shared(span, other), 0), 0),
    ),
  };
}

function answerTo({ to }: SpokenSpan, next: SpokenSpan | undefined, agent: readonly SpokenSpan[]): number[] {
  const answer = agent.find(({ from }) => from >= to);
  if (!answer || (next && answer.from > next.from)) return [];
  return [Math.round(answer.from - to)];
}

function stopOf(from: number, agent: readonly SpokenSpan[], cleared: readonly number[]): number | null {
  const broken = agent.find((span) => span.from <= from && span.to > from);
  // It had come to its end by itself.
  if (!broken) return 0;
  const isCut = cleared.some((at) => at >= from && at <= broken.to + reportMs);
  return isCut ? Math.round(broken.to - from) : null;
}

function shared(one: SpokenSpan, other: SpokenSpan): number {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
}
