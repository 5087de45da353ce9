import { describe, expect, it } from 'vitest';
import { argumentValue, readArguments, sampleArguments, type TestArgument } from './test-arguments.ts';

const schema = JSON.stringify({
  type: 'object',
  properties: {
    phone: { type: 'string', description: 'E.164' },
    count: { type: 'integer' },
    isNew: { type: 'boolean' },
    reason: { type: 'string', enum: ['cleaning', 'pain'] },
    items: { type: 'array', items: { type: 'string' } },
  },
  required: ['phone'],
});
const argument = (type: TestArgument['type']): TestArgument => ({
  name: 'a',
  type,
  description: '',
  choices: [],
  isRequired: false,
});

describe('the arguments of a test', () => {
  it('are drawn from the schema', () => {
    const list = readArguments(schema) ?? [];
    expect(list.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
      ['phone', 'string', true],
      ['count', 'integer', false],
      ['isNew', 'boolean', false],
      ['reason', 'string', false],
      ['items', 'json', false],
    ]);
    expect(list[3]?.choices).toEqual(['cleaning', 'pain']);
    expect(JSON.parse(sampleArguments(list))).toEqual({
      phone: '',
      count: 0,
      isNew: false,
      reason: 'cleaning',
      items: null,
    });
  });

  it('cannot be drawn from a broken schema', () => {
    expect(readArguments('{bad')).toBeUndefined();
  });

  it('become values of their types; an empty one is left out', () => {
    expect(argumentValue(argument('integer'), '3')).toBe(3);
    expect(argumentValue(argument('boolean'), 'true')).toBe(true);
    expect(argumentValue(argument('json'), '["a"]')).toEqual(['a']);
    expect(argumentValue(argument('string'), ' ')).toBeUndefined();
    expect(() => argumentValue(argument('json'), '[')).toThrow();
  });
});
