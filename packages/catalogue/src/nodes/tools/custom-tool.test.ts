import type { StoredTool } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, runNode } from '../../testing/run-node.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

const stored = (func: string): StoredTool => ({
  id: 'tool-1',
  name: 'price_of',
  description: 'The price of something',
  schema: JSON.stringify([{ property: 'item', type: 'string', description: 'What', required: true }]),
  func,
});

function contextOf(func: string, fetch?: typeof globalThis.fetch) {
  const services = { sandbox: vmSandbox, ...(fetch && { fetch }) };
  return testContext({
    question: 'How much?',
    variables: { currency: 'EUR' },
    tools: [stored(func)],
    services,
  });
}

describe('customTool', () => {
  it('is a tool of the stored name with a schema from its grid', async () => {
    const tool = await runNode<Tool>('customTool', { selectedTool: 'tool-1' }, contextOf('return 1;'));
    expect(tool.name).toBe('price_of');
    expect(tool.inputSchema).toMatchObject({ required: ['item'], properties: { item: { type: 'string' } } });
  });

  it('runs its code in the sandbox with the arguments, $vars and $flow', async () => {
    const context = contextOf(
      'return { item: $item, currency: $vars.currency, asked: $flow.input, chat: $flow.chatId };',
    );
    const tool = await runNode<Tool>('customTool', { selectedTool: 'tool-1' }, context);
    const { text } = await tool.execute({ item: 'tea' }, context);
    expect(JSON.parse(text)).toEqual({ item: 'tea', currency: 'EUR', asked: 'How much?', chat: 'chat-1' });
  });

  it('reaches the network only through the egress client', async () => {
    const asked: string[] = [];
    const fetch = async (url: unknown) => {
      asked.push(String(url));
      return new Response('{"rate":2}', { status: 200 });
    };
    const context = contextOf('return (await (await fetch("https://rates.test/")).json()).rate;', fetch);
    const tool = await runNode<Tool>('customTool', { selectedTool: 'tool-1' }, context);
    expect(await tool.execute({ item: 'tea' }, context)).toEqual({ text: '2' });
    expect(asked).toEqual(['https://rates.test/']);
  });

  it('throws what its code throws, and shows it in the trace', async () => {
    const context = contextOf('throw new Error("out of stock");');
    const tool = await runNode<Tool>('customTool', { selectedTool: 'tool-1' }, context);
    await expect(tool.execute({ item: 'tea' }, context)).rejects.toThrow('out of stock');
    expect(context.events.at(-1)).toMatchObject({ type: 'step-end', kind: 'code', error: 'out of stock' });
  });

  it('offers the stored tools by name', async () => {
    const node = await loadNode('customTool');
    const choices = await node.loadMethods?.['listTools']?.({
      inputs: {},
      credential: async () => undefined,
      fetch: globalThis.fetch,
      listTools: async () => [stored('')],
      signal: new AbortController().signal,
    });
    expect(choices).toEqual([{ name: 'tool-1', label: 'price_of', description: 'The price of something' }]);
  });
});
