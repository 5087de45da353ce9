import { describe, expect, it } from 'vitest';
import { param } from './param.ts';

describe('param', () => {
  it('CANVAS-11: malformed rows are an empty list', () => {
    const grid = param.datagrid({ label: 'Rows', datagrid: [] });
    expect(grid.schema.parse('{bad')).toEqual([]);
    expect(grid.schema.parse('{"a":1}')).toEqual([]);
    expect(grid.schema.parse('[{"a":1}]')).toEqual([{ a: 1 }]);
    expect(grid.schema.parse('')).toEqual([]);
  });

  it('I-08: an empty value means the default, and 0 and false are values', () => {
    const temperature = param.number({ label: 'Temperature', default: 0.7 });
    expect(temperature.schema.parse('')).toBe(0.7);
    expect(temperature.schema.parse('0')).toBe(0);
    const streaming = param.boolean({ label: 'Streaming', default: true });
    expect(streaming.schema.parse(false)).toBe(false);
    expect(streaming.schema.parse('false')).toBe(false);
  });

  it('a required value that is missing is refused by its label', () => {
    const name = param.string({ label: 'Name' });
    expect(name.schema.safeParse('').error?.issues[0]?.message).toBe('Name is required');
    expect(param.string({ label: 'Name', optional: true }).schema.parse('')).toBeUndefined();
  });
});
