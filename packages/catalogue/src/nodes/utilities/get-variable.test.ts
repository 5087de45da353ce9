import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

it('gives false and empty values as they are', async () => {
  const context = testContext({ runVariables: new Map<string, unknown>([['flag', false]]) });
  expect(await runNode('getVariable', { variableName: 'flag' }, context, 'output')).toBe(false);
});

it('names the variable that was never set', async () => {
  const given = { variableName: 'city' };
  await expect(runNode('getVariable', given, testContext(), 'output')).rejects.toMatchObject({
    code: 'NODE_FAILED',
    message: expect.stringContaining('"city"'),
  });
});
