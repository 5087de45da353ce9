import type { AgentFlowState } from '@tendril/contract/provider/agent-flow';
import { describe, expect, it } from 'vitest';
import { askedState } from '../testing/run-step.ts';
import { joinAgentFlowStates, stepResult, withResult } from './agent-flow-run.ts';

const says = (content: string, nodeId: string) => [{ role: 'assistant' as const, content, nodeId }];

function step(state: AgentFlowState, nodeId: string, values: Record<string, unknown> = {}): AgentFlowState {
  const content = `from ${nodeId}`;
  return withResult(state, nodeId, stepResult(content), { messages: says(content, nodeId), values });
}

const contents = ({ messages }: AgentFlowState) => messages.map(({ content }) => content);
/** As a state comes back from the store. */
const stored = (state: AgentFlowState) => JSON.parse(JSON.stringify(state)) as AgentFlowState;

describe('joining branches of an agent flow', () => {
  const start = step(askedState('Tea?', { topic: 'tea', tone: 'warm' }), 'llm_0');

  it('keeps every message once and in the order of the edges, and what every step has given', () => {
    const joined = joinAgentFlowStates([step(start, 'left'), step(start, 'right')]);
    expect(contents(joined)).toEqual(['Tea?', 'from llm_0', 'from left', 'from right']);
    expect(Object.keys(joined.results)).toEqual(['llm_0', 'left', 'right']);
    expect(joined.lastNodeId).toBe('right');
    expect(joined.runStart).toBe(0);
  });

  it('keeps two equal messages of two steps, and one of a step that both branches have passed', () => {
    const twice = withResult(start, 'a', stepResult('same'), { messages: says('same', 'a') });
    const again = withResult(start, 'b', stepResult('same'), { messages: says('same', 'b') });
    expect(contents(joinAgentFlowStates([twice, again]))).toEqual(['Tea?', 'from llm_0', 'same', 'same']);
  });

  it('keeps a value whose name prototypes have', () => {
    const values = JSON.parse('{"__proto__":{"x":1},"constructor":"c"}');
    const joined = joinAgentFlowStates([step(start, 'left', values), step(start, 'right')]);
    expect(Object.entries(joined.values)).toContainEqual(['__proto__', { x: 1 }]);
    expect(joined.values['constructor']).toBe('c');
    expect(joined.values['x']).toBeUndefined();
  });

  it('lets a value that a branch has changed win over the one from before, whatever the order', () => {
    const changed = step(start, 'left', { topic: 'coffee' });
    const other = step(start, 'right', { tone: 'cold' });
    const expected = { topic: 'coffee', tone: 'cold' };
    expect(joinAgentFlowStates([changed, other]).values).toEqual(expected);
    expect(joinAgentFlowStates([other, changed]).values).toEqual(expected);
  });

  it('takes the last edge where both branches have changed a value', () => {
    const left = step(start, 'left', { topic: 'left' });
    const right = step(start, 'right', { topic: 'right' });
    expect(joinAgentFlowStates([left, right]).values['topic']).toBe('right');
    expect(joinAgentFlowStates([right, left]).values['topic']).toBe('left');
  });

  it('lets a change after a join win over the branches before it', () => {
    const left = step(start, 'left', { topic: 'left' });
    const right = step(start, 'right', { topic: 'right' });
    const after = step(joinAgentFlowStates([left, right]), 'after', { topic: 'after' });
    expect(joinAgentFlowStates([after, left, right]).values['topic']).toBe('after');
  });

  it('takes a later round of a step over an earlier one', () => {
    const again = withResult(start, 'llm_0', stepResult('second round'));
    expect(joinAgentFlowStates([again, start]).results['llm_0']?.content).toBe('second round');
    expect(joinAgentFlowStates([start, again]).results['llm_0']?.content).toBe('second round');
  });

  it('joins states that were stored meanwhile like those that were not', () => {
    const left = step(start, 'left', { topic: 'left' });
    const right = step(start, 'right');
    expect(contents(joinAgentFlowStates([stored(left), right]))).toEqual(
      contents(joinAgentFlowStates([left, right])),
    );
    expect(joinAgentFlowStates([stored(left), stored(right)]).values['topic']).toBe('left');
  });

  it('counts the rounds of each loop, the higher count of two', () => {
    const joined = joinAgentFlowStates([
      { ...start, loops: { a: 2 } },
      { ...start, loops: { a: 1, b: 1 } },
    ]);
    expect(joined.loops).toEqual({ a: 2, b: 1 });
  });

  it('passes on the state of a single branch as it is', () => {
    expect(joinAgentFlowStates([start])).toBe(start);
  });
});
