import { describe, expect, it } from 'vitest';
import { schemaState } from './schema-state.ts';

describe('schemaState', () => {
  it('counts the parameters of a valid schema', () => {
    const text = '{"type":"object","properties":{"a":{},"b":{}},"required":["a"]}';
    expect(schemaState(text)).toEqual({ kind: 'valid', parameterCount: 2, requiredCount: 1 });
  });

  it('SP-74: says where a text stops being JSON', () => {
    expect(schemaState('{\n  bad')).toMatchObject({ kind: 'json', problem: { line: 2, column: 3 } });
    expect(schemaState('{\n  "a": 1')).toMatchObject({ kind: 'json', problem: { line: 2 } });
  });

  it('reports JSON that is not an object schema, and an empty text', () => {
    expect(schemaState('{"a":1}')).toEqual({ kind: 'shape' });
    expect(schemaState(' ')).toEqual({ kind: 'empty' });
  });
});
