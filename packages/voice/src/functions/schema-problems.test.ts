import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readArguments } from '../session/read-arguments.ts';
import { schemaProblems } from './schema-problems.ts';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2 },
    people: { type: 'integer', minimum: 1, maximum: 9 },
    meal: { enum: ['lunch', 'dinner'] },
    wishes: {
      type: 'array',
      items: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    },
    note: { type: ['string', 'null'] },
    when: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 4 }] },
  },
  required: ['city', 'people'],
};

it.each([
  [{ city: 'Rome', people: 2 }, []],
  [{ city: 'Rome', people: '2' }, []],
  [{ people: 2 }, ['city is required']],
  [{ city: 'Rome', people: 2.5 }, ['people must be integer']],
  [{ city: 'Rome', people: 12 }, ['people must be at most 9']],
  [{ city: 'R', people: 1 }, ['city must have at least 2 characters']],
  [{ city: 'Rome', people: 1, meal: 'tea' }, ['meal must be one of ["lunch","dinner"]']],
  [{ city: 'Rome', people: 1, wishes: [{ text: 'a' }, {}] }, ['wishes[1].text is required']],
  [{ city: 'Rome', people: 1, note: null }, []],
  [{ city: 'Rome', people: 1, when: 'soon' }, []],
  [{ city: 'Rome', people: 1, when: 'x' }, ['when must be integer']],
  [[1], ['arguments must be object']],
])('ATK-139: %j has the problems %j', (value, problems) => {
  expect(schemaProblems(value, schema).problems).toEqual(problems);
});

it('gives numbers that were written as text as numbers, and leaves unknown keys only where they are allowed', () => {
  expect(schemaProblems({ city: 'Rome', people: '2', more: 1 }, schema).value).toEqual({
    city: 'Rome',
    people: 2,
    more: 1,
  });
  const strict = { type: 'object', properties: {}, additionalProperties: false };
  expect(schemaProblems({ more: 1 }, strict)).toEqual({ value: {}, problems: [] });
});

it('never changes the machinery of objects, however the arguments look', () => {
  const read = readArguments('{"__proto__": {"isAdmin": true}, "city": "Rome", "people": 1}', schema);
  expect(read).toEqual({ values: { city: 'Rome', people: 1 } });
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

it.each([
  ['{bad', 'not a JSON object'],
  ['[1]', 'not a JSON object'],
  ['"text"', 'not a JSON object'],
  [`{"city":"${'x'.repeat(1_000_000)}"}`, 'longer than'],
  [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, 'city is required'],
])('ATK-139: arguments like %.20s are refused in words', (text, words) => {
  expect(readArguments(text, schema)).toMatchObject({ problem: expect.stringContaining(words) });
});

it('holds against any schema and any value', () => {
  void fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (value, schema) => {
      expect(Array.isArray(schemaProblems(value, schema).problems)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
