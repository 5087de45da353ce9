import type { Tool } from '@tendril/contract/provider/tool';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { loadNode } from '../../testing/run-node.ts';
import { askedState, stepState } from '../../testing/run-step.ts';

const got: unknown[] = [];

function toolOf(name: string, properties: Tool['inputSchema']['properties']): Tool {
  return {
    nodeId: 'tool_0',
    name,
    description: '',
    inputSchema: { type: 'object', properties: properties ?? {}, additionalProperties: false },
    async execute(input) {
      got.push(input);
      if (name === 'fails') throw new Error('The shop is closed.');
      return { text: `${name} done` };
    },
  };
}

const order = toolOf('order', {
  what: { type: 'string' },
  count: { type: 'number' },
  gift: { type: 'boolean' },
  marks: { type: 'array', items: { type: 'string' } },
});

const run = (part: unknown, args: Record<string, string>, given: Record<string, unknown> = {}) =>
  stepState(
    'toolAgentflow',
    {
      toolAgentflowSelectedTool: 'customTool',
      toolAgentflowSelectedToolPart: part,
      toolInputArgs: Object.entries(args).map(([inputArgName, inputArgValue]) => ({
        inputArgName,
        inputArgValue,
      })),
      previous: [askedState('Order')],
      ...given,
    },
    testContext({ nodeId: 'toolAgentflow_0' }),
  );

describe('the tool step of an agent flow', () => {
  it('calls its tool with what was entered, each value as the tool takes it', async () => {
    const state = await run(
      order,
      { what: '12', count: '3', gift: 'true', marks: '["a","b"]' },
      { toolUpdateState: [{ key: 'last', value: '{{ output }}' }] },
    );
    expect(got.at(-1)).toEqual({ what: '12', count: 3, gift: true, marks: ['a', 'b'] });
    expect(state.results['toolAgentflow_0']?.content).toBe('order done');
    expect(state.usedTools).toMatchObject([{ tool: 'order' }]);
    expect(state.values['last']).toBe('order done');
  });

  it('leaves out an argument that the form of the tool has fixed', async () => {
    const fixed = { ...order, inputSchema: { ...order.inputSchema, additionalProperties: false } };
    const state = await run(fixed, { what: 'tea', channel: 'C1' });
    expect(got.at(-1)).toEqual({ what: 'tea' });
    expect(state.results['toolAgentflow_0']?.content).toBe('order done');
  });

  it('takes of several tools the one that the arguments fit, and says when that is not clear', async () => {
    const tools = [order, toolOf('cancel', { id: { type: 'string' } })];
    expect((await run(tools, { id: '7' })).results['toolAgentflow_0']?.content).toBe('cancel done');
    await expect(run(tools, {})).rejects.toMatchObject({
      code: 'FLOW_INVALID',
      message: expect.stringContaining('order, cancel'),
    });
  });

  it('fails with the reason of the tool, and says which argument does not fit', async () => {
    await expect(run(toolOf('fails', {}), {})).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: 'fails: The shop is closed.',
    });
    await expect(run(order, { count: 'many' })).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: expect.stringContaining('count'),
    });
  });

  it('lists the arguments of the chosen tool in its form, and none of one that needs more first', async () => {
    const node = await loadNode('toolAgentflow');
    const stored = {
      id: 'tool-1',
      name: 'order_tea',
      description: '',
      schema: '[{"property":"leaf","type":"string","description":"Which","required":true}]',
      func: 'return 1',
    };
    const list = (tool: string, config: unknown) =>
      node.loadMethods?.['listToolInputArgs']?.({
        inputs: { toolAgentflowSelectedTool: tool, toolAgentflowSelectedToolConfig: config },
        credential: async () => undefined,
        fetch: globalThis.fetch,
        listTools: async () => [stored],
        loadNode,
        signal: new AbortController().signal,
      });
    expect(await list('customTool', { selectedTool: 'tool-1' })).toEqual([
      { name: 'leaf', label: 'leaf', description: 'Which' },
    ]);
    expect(await list('calculator', '')).toMatchObject([{ name: 'expression' }]);
    expect(await list('customTool', {})).toEqual([]);
    // A name of an older file.
    expect(await list('nothing', {})).toEqual([]);
  });
});
