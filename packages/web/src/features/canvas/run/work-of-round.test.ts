import type { LoggedEvent, RunEvent } from '@tendril/contract/run-event';
import { expect, it } from 'vitest';
import { nodeWork } from './node-work.ts';
import { workOfRound } from './work-of-round.ts';

const logged = (events: RunEvent[]): LoggedEvent[] =>
  events.map((event, index) => ({ ...event, runId: 'r', seq: index + 1, at: 1000 + index * 10 }));

const round = (index: number): RunEvent[] => {
  const frame = `each#${index}`;
  const step = { stepId: `s${index}`, kind: 'model' as const, name: 'm', callerId: 'a', frame };
  return [
    { type: 'node-start', nodeId: 'a', name: 'llm', label: 'A', input: index, frame, items: 3 },
    { type: 'step-start', input: '?', ...step },
    { type: 'step-end', ms: 10, output: '!', ...step },
    { type: 'node-end', nodeId: 'a', name: 'llm', ms: 30, output: `out ${index}`, frame },
  ];
};

it('a node that worked for several elements is looked at in one of them, with its own calls', () => {
  const work = nodeWork(logged([0, 1, 2].flatMap(round)), 'a');
  expect(work?.rounds).toHaveLength(3);
  if (!work) return;
  const latest = workOfRound(work, null);
  expect(latest.rounds.map(({ output }) => output)).toEqual(['out 2']);
  expect(latest.steps.map(({ id }) => id)).toEqual(['s2']);
  const first = workOfRound(work, { frame: 'each#0' });
  expect(first.rounds).toMatchObject([{ input: 0, items: 3 }]);
  expect(first.steps.map(({ id }) => id)).toEqual(['s0']);
});
