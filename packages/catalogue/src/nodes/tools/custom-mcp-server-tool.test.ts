import type { McpCall, StoredMcpTool } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, runNode } from '../../testing/run-node.ts';

const offered: StoredMcpTool[] = [
  { name: 'find order', description: 'Finds an order', inputSchema: { type: 'object', properties: {} } },
  { name: 'cancel', description: 'Cancels an order', inputSchema: { type: 'object', properties: {} } },
];

function contextOf(calls: McpCall[] = []) {
  const callMcpTool = async (call: McpCall) => {
    calls.push(call);
    return 'found';
  };
  return testContext({ services: { listMcpTools: async () => offered, callMcpTool } });
}

const run = (given: Record<string, unknown>, context = contextOf()) =>
  runNode<Tool[]>('customMcpServerTool', given, context);

it('gives the chosen tools of the server', async () => {
  const calls: McpCall[] = [];
  const context = contextOf(calls);
  const [tool, ...others] = await run({ mcpServerId: 's1', mcpActions: '["find order"]' }, context);
  expect(others).toEqual([]);
  expect(tool).toMatchObject({ name: 'find_order', description: 'Finds an order' });
  expect(await tool?.execute({ id: 7 }, context)).toEqual({ text: 'found' });
  expect(calls).toMatchObject([
    { serverId: 's1', name: 'find order', args: { id: 7 }, signal: context.signal },
  ]);
  expect(await run({ mcpServerId: 's1', mcpActions: '["cancel","find order"]' })).toHaveLength(2);
});

it('says when none of them is turned on, or there are no servers', async () => {
  const none = run({ mcpServerId: 's1', mcpActions: '["gone"]' });
  await expect(none).rejects.toMatchObject({ code: 'FLOW_INVALID' });
  await expect(run({ mcpServerId: 's1', mcpActions: '["cancel"]' }, testContext())).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});

it('offers the servers of the workspace and the tools of the chosen one', async () => {
  const node = await loadNode('customMcpServerTool');
  const tools = {
    credential: async () => undefined,
    fetch: globalThis.fetch,
    listTools: async () => [],
    listMcpServers: async () => [{ id: 's1', name: 'Shop', url: 'https://shop.test/mcp' }],
    listMcpTools: async () => offered,
    signal: new AbortController().signal,
  };
  expect(await node.loadMethods?.['listServers']?.({ ...tools, inputs: {} })).toEqual([
    { name: 's1', label: 'Shop', description: 'https://shop.test/mcp' },
  ]);
  const choices = await node.loadMethods?.['listActions']?.({ ...tools, inputs: { mcpServerId: 's1' } });
  expect(choices?.map(({ name }) => name)).toEqual(['find order', 'cancel']);
});
