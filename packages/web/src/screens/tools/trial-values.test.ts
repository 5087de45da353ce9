import { expect, it } from 'vitest';
import { trialValues } from './trial-values.ts';

const row = (property: string, type: string, required = true) => ({
  property,
  type,
  required,
  description: '',
});

it('values are read by the type of their input; empty ones that may be missing are left out', () => {
  const rows = [
    row('text', 'string'),
    row('empty', 'string'),
    row('count', 'number'),
    row('is_open', 'boolean'),
    row('none', 'number', false),
    row('word', 'string', false),
  ];
  expect(trialValues(rows, { text: '5', count: ' 2,5 ', is_open: 'false' })).toEqual({
    text: '5',
    empty: '',
    count: 2.5,
    is_open: false,
  });
});

it('a number that is none is named', () => {
  expect(() => trialValues([row('count', 'number')], { count: 'two' })).toThrow('count');
});
