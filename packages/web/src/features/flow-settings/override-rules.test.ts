import { expect, it } from 'vitest';
import { isVariableOn, overrideRows, withRules, withVariable } from './override-rules.ts';

const inputs = [
  { node: 'ChatOpenAI', nodeId: 'chatOpenAI_0', label: 'Temperature', name: 'temperature', type: 'number' },
  { node: 'ChatOpenAI', nodeId: 'chatOpenAI_1', label: 'Temperature', name: 'temperature', type: 'number' },
  { node: 'ChatOpenAI', nodeId: 'chatOpenAI_0', label: 'Model Name', name: 'modelName', type: 'string' },
];

it('nodes of one label share their ticks, as the server keeps them', () => {
  const rows = overrideRows(inputs, { ChatOpenAI: [{ name: 'temperature', enabled: true }] });
  expect(rows.get('ChatOpenAI')).toEqual([
    { label: 'Temperature', name: 'temperature', type: 'number', isOn: true },
    { label: 'Model Name', name: 'modelName', type: 'string', isOn: false },
  ]);
});

it('ticking one parameter keeps the rules of the others, also of nodes that are gone', () => {
  const stored = { ChatOpenAI: [{ name: 'topP', enabled: true }], Gone: [{ name: 'a', enabled: true }] };
  const [row] = overrideRows(inputs, stored).get('ChatOpenAI') ?? [];
  const after = withRules(stored, 'ChatOpenAI', row ? [row] : [], true);
  expect(after).toEqual({
    ChatOpenAI: [
      { name: 'topP', enabled: true },
      { label: 'Temperature', name: 'temperature', type: 'number', enabled: true },
    ],
    Gone: [{ name: 'a', enabled: true }],
  });
});

it('a variable is ticked and cleared by its name', () => {
  const variable = { id: 'v1', name: 'tone', type: 'static' };
  const on = withVariable([], variable, true);
  expect(isVariableOn(on, 'tone')).toBe(true);
  expect(isVariableOn(withVariable(on, variable, false), 'tone')).toBe(false);
});
