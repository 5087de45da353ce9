import type { PipelineState } from '@tendril/contract/provider/pipeline';
import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/run-context.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { conditionOperations, decideByItems } from './condition-items.ts';

const state: PipelineState = {
  messages: [
    { id: '1', role: 'user', content: 'Hello' },
    { id: '2', role: 'assistant', content: '{"score":7,"tags":["a","b"]}', nodeId: 'judge_0' },
    { id: '3', role: 'assistant', content: 'Good', nodeId: 'seqAgent_0' },
  ],
  values: { next: 'writer', count: 3, list: ['x', 'y'], empty: '', flag: true },
  operations: {},
  model: scriptedModel(''),
  reasoning: [],
};
const context = testContext({ variables: { tone: 'warm' } });

const holds = (variable: unknown, operation: string, value: unknown = '') =>
  decideByItems([{ variable, operation, value, output: 'Yes' }], state, context) === 'Yes';

describe('the table of a condition', () => {
  it('I-17: has fourteen operations, each of which holds for one value and not for another', () => {
    const cases: [string, unknown, unknown, unknown][] = [
      ['Contains', 'writer', 'rite', 'x'],
      ['Not Contains', 'writer', 'x', 'rite'],
      ['Start With', 'writer', 'wri', 'iter'],
      ['End With', 'writer', 'ter', 'wri'],
      ['Is', 'writer', 'writer', 'write'],
      ['Is Not', 'writer', 'write', 'writer'],
      ['Greater Than', 3, '2', '3'],
      ['Less Than', 3, '10', '3'],
      ['Equal To', 3, '3.0', '4'],
      ['Not Equal To', 3, '4', '3.0'],
      ['Greater Than or Equal To', 3, '3', '4'],
      ['Less Than or Equal To', 3, '3', '2'],
    ];
    for (const [operation, left, right, wrong] of cases) {
      expect([operation, holds(left, operation, right)]).toEqual([operation, true]);
      expect([operation, holds(left, operation, wrong)]).toEqual([operation, false]);
    }
    expect(holds('$flow.state.empty', 'Is Empty')).toBe(true);
    expect(holds('$flow.state.next', 'Is Empty')).toBe(false);
    expect(holds('$flow.state.next', 'Is Not Empty')).toBe(true);
    expect(holds('$flow.state.gone', 'Is Not Empty')).toBe(false);
    expect(conditionOperations).toHaveLength(14);
    expect(new Set([...cases.map(([operation]) => operation), 'Is Empty', 'Is Not Empty'])).toEqual(
      new Set(conditionOperations),
    );
  });

  it('reads the state, the messages, variables, and what a node said last', () => {
    expect(holds('$flow.state.next', 'Is', 'writer')).toBe(true);
    expect(holds(' {{ $flow.state.next }} ', 'Is', 'writer')).toBe(true);
    expect(holds('$flow.state.messages.length', 'Equal To', '3')).toBe(true);
    expect(holds('$flow.state.messages[0].content', 'Is', 'Hello')).toBe(true);
    expect(holds('$flow.state.messages[-1].content', 'Is', 'Good')).toBe(true);
    expect(holds('$flow.output', 'Is', 'Good')).toBe(true);
    expect(holds('$vars.tone', 'Is', 'warm')).toBe(true);
    expect(holds('$seqAgent_0', 'Is', 'Good')).toBe(true);
    expect(holds('$judge_0.score', 'Greater Than', '6')).toBe(true);
    expect(holds('$judge_0.tags[1]', 'Is', 'b')).toBe(true);
    expect(holds('$nobody_9', 'Is Empty')).toBe(true);
    expect(holds(state, 'Is', 'Good')).toBe(true);
    expect(holds('plain text', 'Contains', 'text')).toBe(true);
  });

  it('compares with another value of the state, looks into lists, and takes no text for a number', () => {
    expect(holds('writer', 'Is', '$flow.state.next')).toBe(true);
    expect(holds('$flow.state.list', 'Contains', 'x')).toBe(true);
    expect(holds('$flow.state.flag', 'Is', 'true')).toBe(true);
    expect(holds('many', 'Greater Than', '2')).toBe(false);
    expect(holds('', 'Less Than', '2')).toBe(false);
  });

  it('takes the first item that holds, and none when none does', () => {
    const items = [
      { variable: '$flow.state.count', operation: 'Greater Than', value: '5', output: 'A' },
      { variable: '$flow.state.count', operation: 'Greater Than', value: '2', output: 'B' },
      { variable: '$flow.state.count', operation: 'Greater Than', value: '1', output: 'C' },
    ];
    expect(decideByItems(items, state, context)).toBe('B');
    expect(decideByItems(items.slice(0, 1), state, context)).toBeUndefined();
  });

  it('names the item that cannot be worked out', () => {
    const good = { variable: 'a', operation: 'Is', value: 'b', output: 'A' };
    expect(() => decideByItems([good, { ...good, operation: 'Resembles' }], state, context)).toThrow(
      'Item 2 of the condition: there is no operation "Resembles".',
    );
    expect(() => decideByItems([{ ...good, variable: '$flow' }], state, context)).toThrow(
      /^Item 1 of the condition/,
    );
  });
});
