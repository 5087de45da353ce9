import { type JsonProblem, jsonProblem } from './json-problem.ts';

/** What a text of parameters is. */
export type SchemaState =
  | { kind: 'empty' }
  | { kind: 'json'; problem: JsonProblem }
  | { kind: 'shape' }
  | { kind: 'valid'; parameterCount: number; requiredCount: number };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function schemaState(text: string): SchemaState {
  if (text.trim() === '') return { kind: 'empty' };
  const problem = jsonProblem(text);
  if (problem) return { kind: 'json', problem };
  const schema: unknown = JSON.parse(text);
  if (!isRecord(schema) || schema['type'] !== 'object') return { kind: 'shape' };
  const { properties, required } = schema;
  return {
    kind: 'valid',
    parameterCount: isRecord(properties) ? Object.keys(properties).length : 0,
    requiredCount: Array.isArray(required) ? required.length : 0,
  };
}
