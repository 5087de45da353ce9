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

  it('days are read from lists, text and commas, and times only as such', () => {
    const weekDays = param.weekDaysPicker({ label: 'Days' });
    for (const value of ['5,1', [1, '5'], '[5,1]']) expect(weekDays.schema.parse(value)).toEqual([1, 5]);
    expect(weekDays.schema.safeParse('7').success).toBe(false);
    expect(param.monthDaysPicker({ label: 'Days' }).schema.parse(31)).toEqual([31]);
    expect(param.timePicker({ label: 'At' }).schema.safeParse('25:00').success).toBe(false);
  });

  it('a list of groups reads each field by its type, in the form that fits', () => {
    const shown = (kind: string) => ({ label: 'Value', show: { 'rows[$index].type': kind } });
    const number = { name: 'value', param: param.number(shown('number')) };
    const text = { name: 'value', param: param.string(shown('string')) };
    const rows = param.array({ label: 'Rows', fields: [number, text], optional: true });
    expect(rows.schema.parse([{ value: '7' }, { value: 'seven' }, { more: 1 }])).toEqual([
      { value: 7 },
      { value: 'seven' },
      { more: 1 },
    ]);
    const numbers = param.array({ label: 'Rows', fields: [number] });
    expect(numbers.schema.safeParse([{ value: 'x' }]).error?.issues[0]?.message).toMatch(/^Rows: 1: Value/);
  });
});
