import { expect, it } from 'vitest';
import { talkFigures } from './talk-figures.ts';

const quiet = { interruptions: [], cleared: [] };

it('an answer is timed from the end of the caller’s words to the agent’s next sound', () => {
  const caller = [
    { from: 0, to: 1000 },
    { from: 4000, to: 5000 },
    { from: 6000, to: 6500 },
  ];
  const agent = [
    { from: 1700, to: 3500 },
    { from: 7300, to: 8000 },
  ];
  // The second utterance was followed by a third before anybody answered.
  expect(talkFigures({ caller, agent, ...quiet }).answerMs).toEqual([700, 800]);
});

it('an interruption is timed until the agent falls silent, and one that it ignores has no time', () => {
  const first = { from: 2000, to: 2600 };
  const second = { from: 9000, to: 9500 };
  const late = { from: 15_000, to: 15_200 };
  const figures = talkFigures({
    caller: [first, second, late],
    agent: [
      { from: 1000, to: 2350 },
      { from: 8000, to: 12_000 },
      { from: 13_000, to: 14_000 },
    ],
    interruptions: [first, second, late],
    cleared: [2340],
  });
  expect(figures.stopMs).toEqual([350, null, 0]);
  expect(figures.talkOverMs).toBe(0);
});

it('what the agent says over the caller is counted, but not over an interruption', () => {
  const caller = [
    { from: 0, to: 2000 },
    { from: 3000, to: 3500 },
  ];
  const agent = [
    { from: 1500, to: 1800 },
    { from: 1900, to: 3600 },
  ];
  expect(talkFigures({ caller, agent, ...quiet }).talkOverMs).toBe(300 + 100 + 500);
  const interruptions = caller.slice(1);
  expect(talkFigures({ caller, agent, interruptions, cleared: [] }).talkOverMs).toBe(400);
});
