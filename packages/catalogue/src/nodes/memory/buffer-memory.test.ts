import type { ChatMemory } from '@tendril/contract/provider/memory';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

it('gives the messages sent along, then those of the session, as a step of the trace', async () => {
  const context = testContext({
    history: [{ role: 'user', content: 'sent' }],
    storedHistory: [{ role: 'assistant', content: 'stored' }],
  });
  const memory = await runNode<ChatMemory>('bufferMemory', {}, context);
  expect(memory.memoryKey).toBe('chat_history');
  expect(await memory.load(context)).toEqual([
    { role: 'user', content: 'sent' },
    { role: 'assistant', content: 'stored' },
  ]);
  expect(context.events).toMatchObject([
    { type: 'step-start', kind: 'memory', input: { sessionId: 'chat-1' } },
    { type: 'step-end', kind: 'memory', output: { count: 2 } },
  ]);
});
