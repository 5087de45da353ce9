import type { Tool } from '@tendril/contract/provider/tool';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

it('works out an expression, without what binary fractions leave over', async () => {
  const context = testContext();
  const tool = await runNode<Tool>('calculator', {}, context);
  expect(await tool.execute({ expression: '0.1 + 0.2' }, context)).toEqual({ text: '0.3' });
  expect(await tool.execute({ expression: '128 * 47' }, context)).toEqual({ text: '6016' });
  await expect(tool.execute({ expression: '1/0' }, context)).rejects.toThrow('Division by zero');
  await expect(tool.execute({}, context)).rejects.toMatchObject({ code: 'NODE_FAILED' });
});
