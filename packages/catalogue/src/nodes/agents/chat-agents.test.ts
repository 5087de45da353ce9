import type { ChatMemory } from '@tendril/contract/provider/memory';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const storedHistory = [
  { role: 'user' as const, content: 'I am Ada.' },
  { role: 'assistant' as const, content: 'Hello Ada.' },
];

async function askAgent(name: string, given: Record<string, unknown>) {
  const context = testContext({ question: 'What is 2 * 21?', storedHistory, isStreaming: true });
  const memory = await runNode<ChatMemory>('bufferMemory', {}, context);
  const tools = [await runNode('calculator', {}, context)];
  return { answer: await askChain(name, { memory, tools, ...given }, context), context };
}

describe.each(['conversationalAgent', 'xmlAgent', 'reactAgentChat'])('%s', (name) => {
  const ask = (given: Record<string, unknown>) => askAgent(name, given);

  it('calls a tool, knows the conversation, and streams its answer', async () => {
    const model = scriptedModel(
      { toolCalls: [{ tool: 'calculator', input: { expression: '2*21' } }] },
      'It is 42',
    );
    const { answer, context } = await ask({ model });
    expect(answer).toMatchObject({ text: 'It is 42', usedTools: [{ tool: 'calculator', toolOutput: '42' }] });
    expect(context.streamedText()).toBe('It is 42');
    expect(model.promptOf(0).slice(1)).toEqual([
      'user: I am Ada.',
      'assistant: Hello Ada.',
      'user: What is 2 * 21?',
    ]);
  });

  it('stops after its number of calls', async () => {
    const model = scriptedModel({
      toolCalls: [{ tool: 'calculator', input: { expression: '1' } }],
    });
    await expect(ask({ model, maxIterations: 2 })).rejects.toMatchObject({ code: 'LIMIT_TOOL_CALLS' });
  });
});

describe('agents with a prompt of their own', () => {
  it.each(['conversationalAgent', 'xmlAgent'])(
    'fills the places of a prompt for calls as text: %s',
    async (name) => {
      const model = scriptedModel('42');
      await askAgent(name, { model, systemMessage: 'Tools:\n{tools}\nOnly {tool_names}.{agent_scratchpad}' });
      expect(model.promptOf(0)[0]).toMatch(/^system: Tools:\ncalculator: .*\nOnly calculator\.$/s);
    },
  );
});

describe('autoGPT', () => {
  it('works towards its goal with its tools and what is stored', async () => {
    const context = testContext({ question: 'Find out about tea.' });
    const model = scriptedModel(
      { toolCalls: [{ tool: 'search_memory', input: { input: 'tea' } }] },
      'Tea is a drink.',
    );
    const asked: string[] = [];
    const vectorStoreRetriever = {
      retrieve: async (question: string) => {
        asked.push(question);
        return [{ pageContent: 'A drink of leaves.', metadata: {} }];
      },
    };
    const given = { model, tools: [], vectorStoreRetriever, aiName: 'Ada', aiRole: 'a researcher' };
    const answer = await askChain('autoGPT', given, context);
    expect(answer.text).toBe('Tea is a drink.');
    expect(asked).toEqual(['tea']);
    expect(model.promptOf(0)[0]).toContain('You are Ada, a researcher.');
    expect(answer.usedTools?.[0]?.toolOutput).toContain('A drink of leaves.');
  });
});
