import type { ChatMemory, ChatTurn } from '@tendril/contract/provider/memory';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const turns = Array.from(
  { length: 12 },
  (_, index): ChatTurn => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: String(index),
  }),
);

async function load(k: unknown, history: ChatTurn[] = []): Promise<string[]> {
  const context = testContext({ storedHistory: turns, history });
  const memory = await runNode<ChatMemory>('bufferWindowMemory', { k }, context);
  return (await memory.load(context)).map((turn) => turn.content);
}

it('keeps the last turns, a question and its answer each', async () => {
  expect(await load('2')).toEqual(['8', '9', '10', '11']);
  expect(await load('')).toHaveLength(8);
});

it('remembers nothing with a window of 0, not everything', async () => {
  expect(await load(0, [{ role: 'user', content: 'sent' }])).toEqual([]);
});
