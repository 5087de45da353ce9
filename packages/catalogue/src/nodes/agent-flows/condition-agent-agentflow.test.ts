import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { askedState, runStep } from '../../testing/run-step.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const scenarios = [{ scenario: 'Asks about an order' }, { scenario: 'General talk' }];

async function decide(model: ChatModel, given: Record<string, unknown> = {}) {
  const context = testContext({ nodeId: 'decider_0' });
  const outputs = await runStep(
    'conditionAgentAgentflow',
    {
      conditionAgentModel: 'scripted',
      conditionAgentModelPart: model,
      conditionAgentInstructions: 'What does the user want?',
      conditionAgentScenarios: scenarios,
      previous: [askedState('Where is my parcel?')],
      ...given,
    },
    context,
  );
  const [[taken, state] = []] = Object.entries(outputs);
  return { taken, state, count: Object.keys(outputs).length };
}

describe('the condition agent of an agent flow', () => {
  it('goes the way of the scenario that the model chooses', async () => {
    const model = scriptedModel('{"output":"General talk"}');
    const { taken, state, count } = await decide(model, { conditionAgentEnableMemory: false });
    expect([taken, count]).toEqual(['1', 1]);
    expect(state?.results['decider_0']?.content).toBe('General talk');
    const [system, asked] = model.promptOf(0);
    expect(system).toContain('exactly one scenario');
    expect(JSON.parse(asked?.replace('user: ', '') ?? '')).toEqual({
      input: 'Where is my parcel?',
      scenarios: ['Asks about an order', 'General talk'],
      instruction: 'What does the user want?',
    });
    expect(model.calls[0]?.responseFormat).toMatchObject({
      schema: { properties: { output: { enum: ['Asks about an order', 'General talk'] } } },
    });
  });

  it('understands an answer in a sentence that names one scenario', async () => {
    const model = scriptedModel('I think this asks about an order.');
    expect((await decide(model, { conditionAgentInput: 'Parcel?' })).taken).toBe('0');
  });

  it('says what the model said when it chose none', async () => {
    await expect(decide(scriptedModel('Hello!'))).rejects.toMatchObject({
      code: 'NODE_FAILED',
      message: expect.stringContaining('Hello!'),
    });
  });

  it('takes a system prompt of its own, and sees the conversation where it has memory', async () => {
    const model = scriptedModel('{"output":"General talk"}');
    await decide(model, { conditionAgentOverrideSystemPrompt: true, conditionAgentSystemPrompt: 'Choose.' });
    expect(model.promptOf(0).slice(0, 2)).toEqual(['system: Choose.', 'user: Where is my parcel?']);
  });

  it('decides on the demo model', async () => {
    const model = await runNode<ChatModel>('demoModel', {}, testContext());
    const { taken } = await decide(model, { conditionAgentInput: 'I ask about an order' });
    expect(taken).toBe('0');
  });
});
