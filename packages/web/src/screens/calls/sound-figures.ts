import type { CallSpan } from '../../features/voice/call-view.ts';

type Stretch = readonly [fromMs: number, toMs: number];

/** How the two sides of a call shared its time. */
export interface SoundFigures {
  callerMs: number;
  agentMs: number;
  /** Both spoke. */
  talkOverMs: number;
  talkOvers: number;
  /** Neither spoke. */
  silenceMs: number;
  longestSilenceMs: number;
}

/** Computed from the stretches in which each side was heard to speak. */
export function soundFigures(spans: readonly CallSpan[], durationMs: number): SoundFigures {
  const caller = stretchesOf(spans, 'caller', durationMs);
  const agent = stretchesOf(spans, 'agent', durationMs);
  const both = caller.flatMap(([from, to]) =>
    agent.map(([start, end]) => [Math.max(from, start), Math.min(to, end)] as const).filter(isLong),
  );
  const silences = gapsOf(joined([...caller, ...agent]), durationMs);
  return {
    callerMs: lengthOf(caller),
    agentMs: lengthOf(agent),
    talkOverMs: lengthOf(both),
    talkOvers: both.length,
    silenceMs: lengthOf(silences),
    longestSilenceMs: Math.max(0, ...silences.map(([from, to]) => to - from)),
  };
}

const isLong = ([from, to]: Stretch) => to > from;
const lengthOf = (stretches: readonly Stretch[]) => stretches.reduce((sum, [from, to]) => sum + to - from, 0);

function stretchesOf(spans: readonly CallSpan[], lane: CallSpan['lane'], durationMs: number): Stretch[] {
  const own = spans.filter((span) => span.lane === lane);
  const within = own.map(
    ({ startMs, endMs = durationMs }) => [Math.max(0, startMs), Math.min(durationMs, endMs)] as const,
  );
  return joined(within.filter(isLong));
}

/** Stretches that touch or overlap are one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const found: [number, number][] = [];
  for (const [from, to] of stretches.toSorted(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

function gapsOf(stretches: readonly Stretch[], durationMs: number): Stretch[] {
  const starts = [0, ...stretches.map(([, to]) => to)];
  const ends = [...stretches.map(([from]) => from), durationMs];
  return starts.map((from, place) => [from, ends[place] ?? durationMs] as const).filter(isLong);
}
