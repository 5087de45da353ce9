import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

it('keeps its value for Get Variable and hands it on', async () => {
  const context = testContext();
  const given = { variableName: 'city', input: ['Rome'] };
  expect(await runNode('setVariable', given, context, 'output')).toBe('Rome');
  expect(await runNode('getVariable', { variableName: 'city' }, context, 'output')).toBe('Rome');
});

it('keeps several wired values as a list', async () => {
  const context = testContext();
  await runNode('setVariable', { variableName: 'cities', input: ['Rome', 'Oslo'] }, context, 'output');
  expect(context.runVariables.get('cities')).toEqual(['Rome', 'Oslo']);
});
