import type { RunContext } from '@tendril/contract/node/run-context';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, readValues } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';

const start = (model = scriptedModel('')): PipelineState => ({
  messages: [
    { id: '1', role: 'user', content: 'Write a poem.' },
    { id: '2', role: 'assistant', content: 'Roses.', nodeId: 'seqAgent_0', name: 'poet' },
  ],
  values: { rounds: 1 },
  operations: { rounds: 'Replace' },
  model,
  reasoning: [],
});
const outputOptions = [
  { name: 'again', label: 'Again' },
  { name: 'end', label: 'End' },
];

async function run(name: string, given: Record<string, unknown>, state: PipelineState) {
  const node = await loadNode(name);
  const context = testContext({ services: { sandbox: vmSandbox }, outputOptions });
  const values = readValues(node, { sequentialNode: [state], ...given });
  const outputs = await node.run?.(values as never, context as RunContext);
  return { outputs: (outputs ?? {}) as Record<string, PipelineState>, context };
}

describe('seqConditionAgent', () => {
  const isWeak = { variable: '$flow.output.quality', operation: 'Less Than', value: '5', output: 'Again' };
  const field = { key: 'quality', type: 'Number', enumValues: '', description: 'From 1 to 10' };
  const conditionAgentStructuredOutput = JSON.stringify([field]);

  it.each([
    [3, 'again'],
    [8, 'end'],
  ])('goes by the fields of the answer: quality %d to %s', async (quality, way) => {
    const model = scriptedModel(JSON.stringify({ quality }));
    const condition = { tab: 'conditionUI', value: [isWeak] };
    const { outputs } = await run(
      'seqConditionAgent',
      { conditionAgentName: 'Judge', conditionAgentStructuredOutput, condition },
      start(model),
    );
    expect(Object.keys(outputs)).toEqual([way]);
    expect(outputs[way]?.messages).toHaveLength(2);
    expect(model.calls[0]?.responseFormat).toMatchObject({ schema: { required: ['quality'] } });
  });

  it.each([
    ['all_messages', ['user: Write a poem.', 'user: poet: Roses.']],
    ['last_message', ['user: poet: Roses.']],
    ['user_question', ['user: Write a poem.']],
    ['empty', []],
  ])('reads of the conversation what is chosen: %s', async (conversationHistorySelection, prompt) => {
    const model = scriptedModel('go back');
    const code = 'return $flow.output.content === "go back" ? "Again" : "End"';
    const condition = { tab: 'conditionFunction', value: code };
    const given = { conditionAgentName: 'Judge', conversationHistorySelection, condition };
    const { outputs } = await run('seqConditionAgent', given, start(model));
    expect(Object.keys(outputs)).toEqual(['again']);
    expect(model.promptOf(0).slice(1)).toEqual(prompt);
  });
});

describe('seqCustomFunction', () => {
  const step = async (javascriptFunction: string, returnValueAs: string) => {
    const given = {
      functionName: 'Count Words',
      functionInputVariables: '{"text":"$flow.state.messages[-1].content"}',
      javascriptFunction,
      returnValueAs,
    };
    return (await run('seqCustomFunction', given, start())).outputs['seqCustomFunction'];
  };

  it.each([
    ['aiMessage', 'assistant'],
    ['humanMessage', 'user'],
  ])('says what its code returns as %s', async (returnValueAs, role) => {
    const state = await step('return `${$text} ${$flow.state.rounds}`', returnValueAs);
    expect(state?.messages.at(-1)).toMatchObject({ role, content: 'Roses. 1', name: 'count_words' });
    expect(state?.reasoning.at(-1)).toMatchObject({ agentName: 'Count Words', messages: ['Roses. 1'] });
  });

  it('writes an object to the state and says nothing', async () => {
    const state = await step('return { rounds: $flow.state.rounds + 1 }', 'stateObj');
    expect(state?.values).toEqual({ rounds: 2 });
    expect(state?.messages).toHaveLength(2);
  });

  it('wants an object for the state', async () => {
    await expect(step('return "two"', 'stateObj')).rejects.toMatchObject({ code: 'NODE_FAILED' });
  });
});
