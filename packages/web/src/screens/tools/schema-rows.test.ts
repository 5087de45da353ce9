import { describe, expect, it } from 'vitest';
import { readSchema, rowProblems, rowsOfPasted, writeSchema } from './schema-rows.ts';

const row = { property: 'a', type: 'string', description: '', required: false };

describe('pasted JSON', () => {
  const schema = {
    type: 'object',
    required: ['town'],
    properties: {
      town: { type: 'string', description: 'Where' },
      'day-of-week': { type: 'string', enum: ['mon', 'tue'] },
      count: { type: ['null', 'integer'] },
      at: { type: 'string', format: 'date-time' },
    },
  };

  it.each([
    ['a JSON schema', schema],
    ['a function of a model', { type: 'function', function: { name: 'x', parameters: schema } }],
    ['a tool of MCP', { name: 'x', inputSchema: schema }],
  ])('%s gives its properties', (_name, value) => {
    expect(rowsOfPasted(JSON.stringify(value))).toEqual([
      { property: 'town', type: 'string', description: 'Where', required: true },
      { property: 'day_of_week', type: 'string', description: 'One of: mon, tue.', required: false },
      { property: 'count', type: 'number', description: '', required: false },
      { property: 'at', type: 'date', description: '', required: false },
    ]);
  });

  it('an example of arguments gives their names and types', () => {
    expect(rowsOfPasted('{"town":"Oslo","count":2}').map(({ property, type }) => [property, type])).toEqual([
      ['town', 'string'],
      ['count', 'number'],
    ]);
  });

  it.each(['', '[', '[]', '{}', '"x"', 'null', '[1,2]'])('%j is refused', (text) => {
    expect(() => rowsOfPasted(text)).toThrow();
  });
});

it('a grid is written and read back, also one of another builder', () => {
  expect(readSchema(writeSchema([row]))).toEqual([row]);
  expect(readSchema('[{"property":"a","required":"true"},3]')).toEqual([{ ...row, required: true }]);
  expect(readSchema('no JSON')).toEqual([]);
});

it('unreadable, duplicate and reserved names are reported', () => {
  const names = ['fine', '1st', 'has space', 'vars', 'fine', ''];
  const problems = rowProblems(names.map((property) => ({ ...row, property })));
  expect(problems.map((problem) => problem !== undefined)).toEqual([false, true, true, true, true, true]);
});
