import type { AgentFlowState } from '@tendril/contract/provider/agent-flow';
import { describe, expect, it } from 'vitest';
import { stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { testContext } from '../../testing/run-context.ts';
import { askedState, stepState } from '../../testing/run-step.ts';

const seen: unknown[] = [];

/** A step inside: it says its element, and counts in the state. */
async function runBody(state: AgentFlowState): Promise<AgentFlowState> {
  seen.push(state.iteration);
  const content = `${JSON.stringify(state.iteration?.value)}!`;
  const values = { count: Number(state.values['count'] ?? 0) + 1 };
  const messages = [{ role: 'assistant' as const, content, nodeId: 'llm_0' }];
  return withResult(state, 'llm_0', stepResult(content), { messages, values });
}

const iterate = (iterationInput: string, previous = askedState('Go')) =>
  stepState(
    'iterationAgentflow',
    { iterationInput, previous: [previous] },
    testContext({ nodeId: 'iteration_0', runBody }),
  );

describe('the iteration of an agent flow', () => {
  it('runs its steps for each element, one after the other, and joins what they say', async () => {
    seen.length = 0;
    const state = await iterate('[{"item":"a"}, {"item":"b"}]');
    expect(seen).toEqual([
      { value: { item: 'a' }, index: 0, isFirst: true, isLast: false },
      { value: { item: 'b' }, index: 1, isFirst: false, isLast: true },
    ]);
    expect(state.results['iteration_0']).toEqual({
      content: '{"item":"a"}!\n{"item":"b"}!',
      output: {
        content: '{"item":"a"}!\n{"item":"b"}!',
        iterationResults: ['{"item":"a"}!', '{"item":"b"}!'],
      },
    });
    expect(state.values['count']).toBe(2);
    expect(state.iteration).toBeUndefined();
  });

  it('goes back to the element around it where one iteration is inside another', async () => {
    const outer = { value: 'outer', index: 3, isFirst: false, isLast: true };
    expect((await iterate('["a"]', { ...askedState('Go'), iteration: outer })).iteration).toEqual(outer);
  });

  it('refuses a list that is too long before it begins', async () => {
    seen.length = 0;
    await expect(iterate(`[${'1,'.repeat(99_999)}1]`)).rejects.toMatchObject({
      code: 'LIMIT_STEPS',
      message: 'Array Input: has 100,000 elements; an iteration goes through 10,000 at most.',
    });
    expect(seen).toEqual([]);
  });

  it('reads a list that a text editor has marked up, and gives nothing for an empty one', async () => {
    expect((await iterate('\\["a\\_b"\\]')).results['iteration_0']?.content).toBe('"a_b"!');
    expect((await iterate('[]')).results['iteration_0']?.content).toBe('');
  });

  it('says that its input is not a list', async () => {
    await expect(iterate('tea, milk')).rejects.toMatchObject({ code: 'NODE_FAILED' });
  });
});
