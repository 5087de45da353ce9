import type { AgentFlowState } from '@tendril/contract/provider/agent-flow';
import { describe, expect, it } from 'vitest';
import { PausedForTest, testContext } from '../../testing/run-context.ts';
import { loadNode } from '../../testing/run-node.ts';
import { askedState, runStep, stepState } from '../../testing/run-step.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

const previous = [askedState('Tea?', { topic: 'tea' })];

describe('Direct Reply', () => {
  it('says its text, at once when it is the answer', async () => {
    const context = testContext({ nodeId: 'reply_0', isStreaming: true, isAnswer: true });
    const state = await stepState('directReplyAgentflow', { directReplyMessage: 'Here.', previous }, context);
    expect(context.streamedText()).toBe('Here.');
    expect(state.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Here.', isStreamed: true });
    expect(state.results['reply_0']?.content).toBe('Here.');
  });
});

describe('Human Input', () => {
  const fixed = { humanInputDescriptionType: 'fixed', humanInputDescription: 'Send it?', previous };
  const context = (options = {}) => testContext({ nodeId: 'human_0', ...options });

  async function asks(given: Record<string, unknown>): Promise<PausedForTest['request']> {
    try {
      await runStep('humanInputAgentflow', given, context());
    } catch (paused) {
      if (paused instanceof PausedForTest) return paused.request;
      throw paused;
    }
    throw new Error('It did not ask.');
  }

  it('stops and asks its question', async () => {
    expect(await asks(fixed)).toMatchObject({ question: 'Send it?', approve: 'Proceed', reject: 'Reject' });
  });

  it('goes on by the decision, with the comment in the conversation', async () => {
    const memo = (await asks(fixed)).memo;
    const yes = await runStep(
      'humanInputAgentflow',
      fixed,
      context({ decision: { isApproved: true, note: 'Go.', memo } }),
    );
    expect(Object.keys(yes)).toEqual(['0']);
    expect(yes['0']?.messages.slice(1)).toEqual([
      { role: 'assistant', content: 'Send it?', nodeId: 'human_0' },
      { role: 'user', content: 'Go.', nodeId: 'human_0' },
    ]);
    expect(yes['0']?.results['human_0']).toMatchObject({ content: 'Go.', output: { type: 'proceed' } });
    const no = await runStep(
      'humanInputAgentflow',
      { ...fixed, humanInputEnableFeedback: false },
      context({ decision: { isApproved: false, note: 'No.', memo } }),
    );
    expect(Object.keys(no)).toEqual(['1']);
    expect(no['1']?.results['human_0']?.content).toBe('reject');
  });

  it('lets a model write the question, once', async () => {
    const model = scriptedModel('Shall I send the mail?');
    const dynamic = {
      humanInputDescriptionType: 'dynamic',
      humanInputModel: 'scripted',
      humanInputModelPart: model,
      humanInputModelPrompt: 'Ask.',
      previous,
    };
    const { question, memo } = await asks(dynamic);
    expect(question).toBe('Shall I send the mail?');
    expect(model.promptOf(0)).toEqual(['user: Tea?', 'user: Ask.']);
    await runStep('humanInputAgentflow', dynamic, context({ decision: { isApproved: true, memo } }));
    expect(model.calls).toHaveLength(1);
  });
});

describe('Loop', () => {
  const loop = (given: Record<string, unknown>) =>
    runStep(
      'loopAgentflow',
      { loopBackToNode: 'llmAgentflow_0-Writer', maxLoopCount: 2, previous, ...given },
      testContext({ nodeId: 'loop_0' }),
    );

  it('goes back with its updates so often, then answers with its fallback', async () => {
    const first = await loop({ loopUpdateState: [{ key: 'topic', value: 'milk' }] });
    expect(Object.keys(first)).toEqual(['loopAgentflow']);
    expect(first['loopAgentflow']).toMatchObject({ loops: { loop_0: 1 }, values: { topic: 'milk' } });
    const second = await loop({ previous: [first['loopAgentflow']] });
    expect(second['loopAgentflow']?.loops).toEqual({ loop_0: 2 });
    const third = await loop({ previous: [second['loopAgentflow']], fallbackMessage: 'Enough.' });
    expect(Object.keys(third)).toEqual(['fallback']);
    expect(third['fallback']?.results['loop_0']?.content).toBe('Enough.');
    const plain = await loop({ previous: [second['loopAgentflow']] });
    expect(plain['fallback']?.messages.at(-1)?.content).toContain('2 times');
  });
});

describe('Custom Function', () => {
  const run = (code: string, given: Record<string, unknown> = {}) =>
    stepState(
      'customFunctionAgentflow',
      { customFunctionJavascriptFunction: code, previous, ...given },
      testContext({ nodeId: 'function_0', variables: { tone: 'warm' }, services: { sandbox: vmSandbox } }),
    );

  it('runs code that sees its variables, $vars and $flow.state', async () => {
    const customFunctionInputVariables = [
      { variableName: 'word', variableValue: 'green' },
      { variableName: '$more', variableValue: '!' },
    ];
    const code = 'return [$word, $flow.state.topic, $vars.tone].join(" ") + $more';
    const state = await run(code, { customFunctionInputVariables });
    expect(state.results['function_0']?.content).toBe('green tea warm!');
    expect(state.messages.at(-1)?.content).toBe('green tea warm!');
  });

  it('gives the fields of an object, and writes them to the state', async () => {
    const customFunctionUpdateState = [{ key: 'topic', value: '{{ output.name }}' }];
    const state = await run('return { name: "milk", list: [1] }', { customFunctionUpdateState });
    expect(state.results['function_0']?.output).toMatchObject({ name: 'milk', list: [1] });
    expect(state.values).toEqual({ topic: 'milk' });
  });
});

describe('every step of an agent flow', () => {
  it('passes on what it got when it is disabled, and a pinned text in place of its own', async () => {
    const node = await loadNode('llmAgentflow');
    const context = testContext({ nodeId: 'llm_0' });
    expect(node.pass?.({ previous } as never, context)).toEqual({ llmAgentflow: previous[0] });
    const pinned = { llmAgentflow: { results: { llm_0: { content: 'Pinned.', output: { a: 1 } } } } };
    const replayed = node.replay?.({ previous } as never, pinned, context)['llmAgentflow'] as AgentFlowState;
    expect(replayed.results['llm_0']).toEqual({ content: 'Pinned.', output: { a: 1, content: 'Pinned.' } });
    const branch = await loadNode('conditionAgentflow');
    expect(branch.replay?.({ previous } as never, { '1': {} }, context)).toEqual({ '1': previous[0] });
    expect(branch.pass?.({ previous } as never, context)).toEqual({ '0': previous[0] });
  });

  it('is a note that runs ignore, where it is a note', async () => {
    expect((await loadNode('stickyNoteAgentflow')).role).toBe('note');
  });
});
