import { describe, expect, it } from 'vitest';
import { valueText } from '../inspect/value-text.ts';
import { heldValue } from './held-value.ts';

const words = {
  empty: '–',
  on: 'on',
  off: 'off',
  set: 'set',
  rows: (count: number) => `${count} rows`,
  lines: (count: number) => `${count} lines`,
};
const condition = {
  name: 'condition',
  label: 'Condition',
  type: 'conditionFunction',
  tabIdentifier: 'selectedConditionFunctionTab',
  tabs: [
    { name: 'conditionUI', label: 'Table', type: 'datagrid' },
    { name: 'conditionFunction', label: 'Code', type: 'code' },
  ],
};

describe('the value of a parameter with tabs', () => {
  it.each([
    [{ conditionUI: '[{"variable":"a"},{"variable":"b"}]' }, '2 rows'],
    [
      {
        conditionFunction: 'if (x)\n  return "A"',
        selectedConditionFunctionTab_seqCondition_0: 'conditionFunction',
      },
      '2 lines',
    ],
    [{}, '–'],
  ])('is that of the chosen tab: %j', (inputs, text) => {
    const held = heldValue({ id: 'seqCondition_0', name: 'seqCondition', label: 'C', inputs }, condition);
    expect(valueText(held.param, held.value, words)).toBe(text);
  });
});
