import type { Chain } from '@tendril/contract/provider/answer';
import type { Tool } from '@tendril/contract/provider/tool';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const chain = (answer: Awaited<ReturnType<Chain['invoke']>>): Chain => ({
  nodeId: 'chain_0',
  invoke: async (question, { isStreaming }) => {
    if (question === 'broken') throw new Error('The chain is broken.');
    return isStreaming ? { text: 'streamed' } : answer;
  },
});

async function ask(baseChain: Chain, input: string) {
  const context = testContext({ isStreaming: true });
  const given = { name: 'Ask the rules!', description: 'House rules', baseChain };
  const tool = await runNode<Tool>('chainTool', given, context);
  expect(tool).toMatchObject({ name: 'Ask_the_rules', description: 'House rules' });
  return (await tool.execute({ input }, context)).text;
}

it('gives what the chain answers, without streaming it', async () => {
  expect(await ask(chain({ text: 'Dogs are welcome.' }), 'dogs')).toBe('Dogs are welcome.');
  expect(JSON.parse(await ask(chain({ json: { dogs: true } }), 'dogs'))).toEqual({ dogs: true });
});

it('fails as the chain does', async () => {
  await expect(ask(chain({ text: '' }), 'broken')).rejects.toThrow('The chain is broken.');
});
