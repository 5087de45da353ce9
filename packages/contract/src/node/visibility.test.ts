import { expect, it } from 'vitest';
import { param } from './param.ts';
import { isVisible, shownForm, visibleInputs, withDefaultsOf } from './visibility.ts';

it('a parameter is shown when every value it asks for is there', () => {
  const input = { show: { mode: ['url', 'file'], isOn: true } };
  expect(isVisible(input, { mode: 'url', isOn: true })).toBe(true);
  expect(isVisible(input, { mode: 'text', isOn: true })).toBe(false);
  expect(isVisible(input, { mode: 'url' })).toBe(false);
});

it('a parameter is hidden when every value it names is there', () => {
  expect(isVisible({ hide: { mode: 'url' } }, { mode: 'url' })).toBe(false);
  expect(isVisible({ hide: { mode: 'url' } }, { mode: 'file' })).toBe(true);
  expect(isVisible({}, {})).toBe(true);
});

it('a group of a list looks at its own values, whether the list is kept as such or as text', () => {
  const input = { show: { 'rows[$index].type': 'enum' }, hide: { 'rows[$index].off': ['yes', 'true'] } };
  const rows = [{ type: 'text' }, { type: 'enum' }, { type: 'enum', off: 'yes' }];
  for (const values of [{ rows }, { rows: JSON.stringify(rows) }])
    expect([0, 1, 2, 3].map((index) => isVisible(input, values, index))).toEqual([false, true, false, false]);
  expect(isVisible(input, { rows })).toBe(false);
});

it('several chosen values fit when one of them does, and ".+" when there is any', () => {
  const input = { show: { actions: ['list', 'get'] } };
  expect(isVisible(input, { actions: '["get","make"]' })).toBe(true);
  expect(isVisible(input, { actions: ['make'] })).toBe(false);
  expect(isVisible({ show: { tool: '.+' } }, { tool: 'calculator' })).toBe(true);
  expect(isVisible({ show: { tool: '.+' } }, { tool: '' })).toBe(false);
});

it('of several forms of one value the one of the case is shown', () => {
  const text = { name: 'body', show: { kind: 'raw' } };
  const rows = { name: 'body', show: { kind: 'form' } };
  expect(visibleInputs([text, rows], { kind: 'form' })).toEqual([rows]);
  expect(visibleInputs([{ name: 'a' }, { name: 'a' }], {})).toEqual([{ name: 'a' }]);
  const list = param.array({ label: 'Body', fields: [], show: { kind: 'form' } });
  const body = { ...param.string({ label: 'Body', show: { kind: 'raw' } }), variants: [list] };
  expect([shownForm(body, { kind: 'form' }).type, shownForm(body, {}).type]).toEqual(['array', 'string']);
});

it('a value that is not written counts as the default of its parameter, one that is written never', () => {
  const memory = { name: 'memory', default: true };
  const type = { name: 'type', default: 'all', show: { memory: true } };
  const message = { name: 'message', show: { memory: true }, hide: { type: 'window' } };
  const shown = (values: object) =>
    visibleInputs([memory, type, message], { ...values }).map(({ name }) => name);
  expect(shown({})).toEqual(['memory', 'type', 'message']);
  expect(shown({ memory: false })).toEqual(['memory']);
  expect(shown({ memory: '' })).toEqual(['memory']);
  expect(shown({ type: 'window' })).toEqual(['memory', 'type']);
  const declared = { memory: param.boolean({ label: 'Memory', default: true }) };
  expect(withDefaultsOf(declared, {})).toEqual({ memory: true });
  expect(withDefaultsOf(declared, { memory: false })).toEqual({ memory: false });
});

it('a field of a group looks at the defaults of its group', () => {
  const kind = { name: 'kind', default: 'enum' };
  const choices = { name: 'choices', show: { 'rows[$index].kind': 'enum' } };
  const rows = [{}, { kind: 'text' }];
  expect(visibleInputs([kind, choices], { rows }, 0)).toEqual([kind, choices]);
  expect(visibleInputs([kind, choices], { rows }, 1)).toEqual([kind]);
});
