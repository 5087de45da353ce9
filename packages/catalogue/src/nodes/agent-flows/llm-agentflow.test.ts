import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { describe, expect, it } from 'vitest';
import { startState } from '../../agentflow/agent-flow-run.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { askedState, stepState } from '../../testing/run-step.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const context = (options: Parameters<typeof testContext>[0] = {}) =>
  testContext({ nodeId: 'llmAgentflow_0', ...options });

const llm = (
  model: ChatModel,
  given: Record<string, unknown> = {},
  run = context(),
  previous = [askedState('What is tea?')],
) => stepState('llmAgentflow', { llmModel: 'scripted', llmModelPart: model, previous, ...given }, run);

const talk = startState({
  history: [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
    { role: 'user', content: 'three' },
    { role: 'assistant', content: 'four' },
  ],
  messages: [{ role: 'user', content: 'five' }],
  values: {},
});

describe('the LLM step of an agent flow', () => {
  it('asks with its messages, the conversation and its input, and adds the answer as it is told to', async () => {
    const model = scriptedModel('A leaf.');
    const state = await llm(model, {
      llmMessages: [
        { role: 'user', content: 'Be short.' },
        { role: 'developer', content: 'You know tea.' },
        { role: 'system', content: '' },
      ],
      llmUserMessage: 'In one word.',
      llmReturnResponseAs: 'assistantMessage',
    });
    expect(model.promptOf(0)).toEqual([
      'system: You know tea.',
      'user: Be short.',
      'user: What is tea?',
      'user: In one word.',
    ]);
    expect(state.messages.at(-1)).toEqual({
      role: 'assistant',
      content: 'A leaf.',
      nodeId: 'llmAgentflow_0',
    });
    expect(state.results['llmAgentflow_0']?.content).toBe('A leaf.');
    expect((await llm(model)).messages.at(-1)?.role).toBe('user');
  });

  it('asks without the conversation when it has no memory, with the question if nothing else is asked', async () => {
    const model = scriptedModel('Yes.');
    const llmMessages = [{ role: 'system', content: 'Say yes.' }];
    await llm(model, { llmMessages, llmEnableMemory: false });
    expect(model.promptOf(0)).toEqual(['system: Say yes.', 'user: What is tea?']);
    const own = [...llmMessages, { role: 'user', content: 'Really?' }];
    await llm(model, { llmMessages: own, llmEnableMemory: false });
    expect(model.promptOf(1)).toEqual(['system: Say yes.', 'user: Really?']);
  });

  it('remembers a window of questions and answers, everything, or a summary of the earlier turns', async () => {
    const model = scriptedModel('ok');
    await llm(model, { llmMemoryType: 'windowSize', llmMemoryWindowSize: 1 }, context(), [talk]);
    expect(model.promptOf(0)).toEqual(['assistant: four', 'user: five']);
    await llm(model, { llmMemoryType: 'allMessages' }, context(), [talk]);
    expect(model.promptOf(1)).toHaveLength(5);

    const summary = scriptedModel('They count.', 'six');
    const session = { ...context().session, sessionId: 'summary' };
    const state = await llm(summary, { llmMemoryType: 'conversationSummary' }, context({ session }), [talk]);
    expect(summary.promptOf(1)).toEqual([
      'system: Summary of the conversation until then: They count.',
      'user: five',
    ]);
    expect(state.messages.at(-1)?.content).toBe('six');
  });

  it('summarises only what exceeds the limit of tokens', async () => {
    const buffer = { llmMemoryType: 'conversationSummaryBuffer' };
    const model = scriptedModel('ok');
    await llm(model, { ...buffer, llmMemoryMaxTokenLimit: 2000 }, context(), [talk]);
    expect(model.promptOf(0)).toHaveLength(5);
    const tight = scriptedModel('They count.', 'six');
    const session = { ...context().session, sessionId: 'buffer' };
    await llm(tight, { ...buffer, llmMemoryMaxTokenLimit: 2 }, context({ session }), [talk]);
    expect(tight.promptOf(1)).toEqual([
      'system: Summary of the conversation until then: They count.',
      'assistant: four',
      'user: five',
    ]);
  });

  it('streams its text only when it is the last step', async () => {
    const inner = context({ isStreaming: true });
    await llm(scriptedModel('A leaf.'), {}, inner);
    expect(inner.streamedText()).toBe('');
    const last = context({ isStreaming: true, isAnswer: true });
    const state = await llm(scriptedModel('A leaf.'), {}, last);
    expect(last.streamedText()).toBe('A leaf.');
    expect(state.messages.at(-1)?.isStreamed).toBe(true);
  });

  it('gives the fields that its form names, each by its type, and streams none of it', async () => {
    const model = scriptedModel(
      '{"city":"Bern","tags":["a"],"size":3,"old":true,"kind":"big","list":[{"name":"x","age":1}]}',
    );
    const run = context({ isStreaming: true, isAnswer: true });
    const state = await llm(
      model,
      {
        llmStructuredOutput: [
          { key: 'city', type: 'string', description: 'Which' },
          { key: 'tags', type: 'stringArray' },
          { key: 'size', type: 'number' },
          { key: 'old', type: 'boolean' },
          { key: 'kind', type: 'enum', enumValues: 'big, small' },
          {
            key: 'list',
            type: 'jsonArray',
            jsonSchema: '{"name":{"type":"string"},"age":{"type":"number"}}',
            description: 'People',
          },
        ],
        llmUpdateState: [{ key: 'people', value: '{{ output.list }}' }],
      },
      run,
    );
    expect(run.streamedText()).toBe('');
    expect(state.results['llmAgentflow_0']?.output).toMatchObject({ city: 'Bern', size: 3, old: true });
    expect(state.values['people']).toEqual([{ name: 'x', age: 1 }]);
    expect(model.calls[0]?.responseFormat).toMatchObject({
      type: 'json',
      schema: {
        properties: {
          kind: { enum: ['big', 'small'] },
          tags: { type: 'array', items: { type: 'string' } },
          list: { type: 'array', items: { required: ['name', 'age'] }, description: 'People' },
        },
      },
    });
  });

  it('fails in words when the answer lacks a field', async () => {
    const fields = { llmStructuredOutput: [{ key: 'city', type: 'string' }] };
    await expect(llm(scriptedModel('{"town":"Bern"}'), fields)).rejects.toMatchObject({
      code: 'NODE_FAILED',
      message: expect.stringContaining('city'),
    });
  });

  it('says that no model is chosen', async () => {
    await expect(
      stepState('llmAgentflow', { llmModel: 'x', previous: [askedState('Hi')] }, context()),
    ).rejects.toMatchObject({ code: 'FLOW_INVALID' });
  });

  it('runs on the demo model', async () => {
    const model = await runNode<ChatModel>('demoModel', {}, context());
    const state = await llm(model, {}, context(), [askedState('What is 2 + 3?')]);
    expect(state.results['llmAgentflow_0']?.content).toContain('5');
  });
});
