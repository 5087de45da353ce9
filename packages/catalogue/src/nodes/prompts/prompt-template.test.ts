import type { PromptTemplate } from '@tendril/contract/provider/prompt';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

it('outputs its template with the values given, as JSON text or as an object', async () => {
  const context = testContext({ nodeId: 'promptTemplate_0' });
  const given = { template: 'Sell {product} in {city}', promptValues: '{"product":"tea"}' };
  expect(await runNode<PromptTemplate>('promptTemplate', given, context)).toEqual({
    nodeId: 'promptTemplate_0',
    messages: [{ role: 'user', template: 'Sell {product} in {city}' }],
    values: { product: 'tea' },
  });
});

it('lays several sets of values over each other', async () => {
  const promptValues = [{ a: 1, b: 1 }, { b: 2 }];
  const prompt = await runNode<PromptTemplate>(
    'promptTemplate',
    { template: '{a}{b}', promptValues },
    testContext(),
  );
  expect(prompt.values).toEqual({ a: 1, b: 2 });
});
