import type { AgentShare } from '@tendril/contract/voice/phone-number';
import { expect, it } from 'vitest';
import { addShare, removeShare, splitSum } from './split-sum.ts';

const share = (agentId: string, weight: number): AgentShare => ({ agentId, versionId: null, weight });

it.each([
  [[0.9, 0.1], true, 100, 0],
  [[0.9, 0.05], false, 95, 5],
  [[0.9, 0.2], false, 110, -10],
  [[0.333, 0.333, 0.333], true, 99.9, 0.1],
  [[0.1, 0.2, 0.7], true, 100, 0],
])('weights %j are whole: %s, %d %%, %d %% missing', (weights, isWhole, sum, rest) => {
  const shares = weights.map((weight, index) => share(`a${index}`, weight));
  expect(splitSum(shares)).toEqual({ isWhole, sum, rest });
});

it('a new share is a tenth of the calls, taken from the largest, and what leaves goes to the first', () => {
  const two = addShare([share('a', 1)]);
  expect(two).toEqual([share('a', 0.9), share('', 0.1)]);
  const three = addShare([share('a', 0.3), share('b', 0.7)]);
  expect(three.map(({ weight }) => weight)).toEqual([0.3, 0.6, 0.1]);
  expect(splitSum(three).isWhole).toBe(true);
  expect(removeShare(three, 0)).toEqual([share('b', 0.9), share('', 0.1)]);
  expect(removeShare(two, 1)).toEqual([share('a', 1)]);
});
