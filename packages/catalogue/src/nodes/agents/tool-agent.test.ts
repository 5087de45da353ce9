import { AppError } from '@tendril/contract/app-error';
import type { ChatMemory } from '@tendril/contract/provider/memory';
import type { Tool } from '@tendril/contract/provider/tool';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestContextOptions, testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { type ScriptedReply, scriptedModel } from '../../testing/scripted-model.ts';

const weather: Tool = {
  nodeId: 'customTool_0',
  name: 'weather',
  description: 'The weather in a city',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  execute: async (input) => {
    const { city } = input as { city: string };
    if (city === 'Atlantis') throw new Error('no such city');
    const document = { pageContent: `sunny in ${city}`, metadata: { source: 'almanac' } };
    return { text: document.pageContent, sourceDocuments: [document] };
  },
};

let calculator: Tool;
beforeAll(async () => {
  calculator = await runNode<Tool>('calculator', {}, testContext({ nodeId: 'calculator_0' }));
});

const call = (tool: string, input: unknown): ScriptedReply => ({ toolCalls: [{ tool, input }] });

async function ask(
  replies: (ScriptedReply | string)[],
  options: TestContextOptions & { given?: Record<string, unknown> } = {},
) {
  const { given, ...rest } = options;
  const model = scriptedModel(...replies);
  const context = testContext({ nodeId: 'toolAgent_0', question: 'How is Paris?', ...rest });
  const memory = await runNode<ChatMemory>('bufferMemory', {}, context);
  const asked = askChain('toolAgent', { model, memory, tools: [weather, calculator], ...given }, context);
  return { model, context, asked };
}

describe.each([true, false])('toolAgent, streaming: %s', (isStreaming) => {
  it('calls a tool, gives the model its result, and answers with what was used', async () => {
    const { asked, model, context } = await ask([call('weather', { city: 'Paris' }), 'It is sunny.'], {
      isStreaming,
    });
    const answer = await asked;
    expect(answer).toEqual({
      text: 'It is sunny.',
      usedTools: [
        {
          tool: 'weather',
          toolInput: { city: 'Paris' },
          toolOutput: 'sunny in Paris',
          sourceDocuments: [{ pageContent: 'sunny in Paris', metadata: { source: 'almanac' } }],
        },
      ],
      sourceDocuments: [{ pageContent: 'sunny in Paris', metadata: { source: 'almanac' } }],
    });
    expect(model.promptOf(1).at(-1)).toContain('sunny in Paris');
    expect(model.calls[0]?.tools?.map((tool) => tool.name)).toEqual(['weather', 'calculator']);
    expect(context.events).toContainEqual({ type: 'used-tools', tools: answer.usedTools });
    expect(context.events).toContainEqual(
      expect.objectContaining({ type: 'step-end', kind: 'tool', name: 'weather', nodeId: 'customTool_0' }),
    );
    expect(context.streamedText()).toBe(isStreaming ? 'It is sunny.' : '');
  });

  it('says words that come before and after a tool call, the same streamed or not', async () => {
    const before = { text: 'Let me look.', ...call('weather', { city: 'Rome' }) };
    const { asked, context } = await ask([before, 'Sunny.'], { isStreaming });
    expect((await asked).text).toBe('Let me look.\n\nSunny.');
    expect(context.streamedText()).toBe(isStreaming ? 'Let me look.\n\nSunny.' : '');
  });

  it('reports a failed tool to the model, and goes on', async () => {
    const { asked, model } = await ask([call('weather', { city: 'Atlantis' }), 'I cannot find it.'], {
      isStreaming,
    });
    const answer = await asked;
    expect(answer.text).toBe('I cannot find it.');
    expect(answer.usedTools).toMatchObject([{ tool: 'weather', error: 'no such city' }]);
    expect(model.promptOf(1).at(-1)).toContain('Error: no such city');
  });

  it('ATK-139: refuses a tool that is not connected, and arguments that do not fit, before anything runs', async () => {
    const { asked, model } = await ask(
      [
        call('format_disk', {}),
        call('weather', { city: 7 }),
        call('weather', { city: 'Oslo', extra: 1 }),
        'Sorry.',
      ],
      { isStreaming },
    );
    expect(await asked).toEqual({ text: 'Sorry.' });
    expect(model.calls).toHaveLength(4);
  });

  it('ATK-139: ends with LIMIT_TOOL_CALLS when the model never stops calling', async () => {
    const { asked, model, context } = await ask([call('calculator', { expression: '1+1' })], {
      isStreaming,
      given: { maxIterations: 3 },
    });
    await expect(asked).rejects.toMatchObject({ code: 'LIMIT_TOOL_CALLS' });
    const calls = context.events.filter((event) => event.type === 'step-start' && event.kind === 'tool');
    expect(calls).toHaveLength(3);
    expect(model.calls.length).toBeLessThanOrEqual(4);
  });

  it('ATK-139: counts calls made side by side', async () => {
    const many = {
      toolCalls: Array.from({ length: 40 }, () => ({ tool: 'calculator', input: { expression: '1' } })),
    };
    const { asked, context } = await ask([many, 'done'], { isStreaming });
    await expect(asked).rejects.toMatchObject({ code: 'LIMIT_TOOL_CALLS' });
    const calls = context.events.filter((event) => event.type === 'step-start' && event.kind === 'tool');
    expect(calls).toHaveLength(20);
  });

  it('stops with the run, without another call of the model', async () => {
    const stop = new AbortController();
    const slow: Tool = {
      ...weather,
      execute: async () => {
        stop.abort();
        throw new Error('cut off');
      },
    };
    const { asked, model } = await ask([call('weather', { city: 'Paris' }), 'never'], {
      isStreaming,
      signal: stop.signal,
      given: { tools: [slow] },
    });
    await expect(asked).rejects.toThrow();
    expect(model.calls).toHaveLength(1);
  });

  it('passes on the vendor’s error, in words', async () => {
    const error = new AppError('PROVIDER_RATE_LIMITED', 'Too many requests.');
    const { asked } = await ask([{ error }], { isStreaming });
    await expect(asked).rejects.toMatchObject({
      code: 'PROVIDER_RATE_LIMITED',
      message: 'Too many requests.',
    });
  });
});

describe('toolAgent', () => {
  it('asks with its system message, the memory and the question', async () => {
    const { asked, model } = await ask(['Hi.'], {
      given: { systemMessage: 'Be kind.' },
      storedHistory: [{ role: 'user', content: 'I am Ada.' }],
    });
    await asked;
    expect(model.promptOf(0)).toEqual(['system: Be kind.', 'user: I am Ada.', 'user: How is Paris?']);
  });

  it('refuses two tools of one name', async () => {
    const { asked } = await ask(['Hi.'], { given: { tools: [weather, weather] } });
    await expect(asked).rejects.toMatchObject({
      code: 'FLOW_INVALID',
      message: expect.stringContaining('weather'),
    });
  });
});
