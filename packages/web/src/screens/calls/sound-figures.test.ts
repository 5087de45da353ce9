import { expect, it } from 'vitest';
import { soundFigures } from './sound-figures.ts';

it('finds who spoke how long, at the same time, and not at all', () => {
  const figures = soundFigures(
    [
      { lane: 'agent', startMs: 500, endMs: 3000, turn: 1 },
      { lane: 'caller', startMs: 2600, endMs: 4000 },
      { lane: 'tools', startMs: 4000, endMs: 6000 },
      { lane: 'caller', startMs: 3900, endMs: 4500 },
      { lane: 'agent', startMs: 7500, turn: 2 },
    ],
    9000,
  );
  expect(figures).toEqual({
    callerMs: 1900,
    agentMs: 4000,
    talkOverMs: 400,
    talkOvers: 1,
    silenceMs: 3500,
    longestSilenceMs: 3000,
  });
});

it('of a call in which nobody was heard is one silence', () => {
  expect(soundFigures([], 5000)).toMatchObject({ talkOverMs: 0, silenceMs: 5000, longestSilenceMs: 5000 });
});
