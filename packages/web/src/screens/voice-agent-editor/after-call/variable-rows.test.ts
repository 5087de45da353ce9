import { describe, expect, it } from 'vitest';
import { maySave, rowProblems, toRows, toVariables, type VariableRow } from './variable-rows.ts';

const rows = (...pairs: [name: string, value: string][]): VariableRow[] =>
  pairs.map(([name, value], id) => ({ id, name, value }));

describe('the table of variables', () => {
  it('SEC-07: goes from variables to lines and back', () => {
    const variables = { clinic_name: 'Bright Smile', city: '' };
    expect(toVariables(toRows(variables))).toEqual(variables);
    expect(toVariables(rows([' city ', 'Austin'], ['', '']))).toEqual({ city: 'Austin' });
  });

  it.each([
    ['1st', 'badName'],
    ['a b', 'badName'],
    ['{{name}}', 'badName'],
    ['call_id', 'isBuiltIn'],
  ] as const)('SP-78: marks the name %s', (name, problem) => {
    expect(rowProblems(rows([name, 'x'])).get(0)).toBe(problem);
  });

  it('SP-78: marks a name that is there twice, and a value without one; an empty line is nothing', () => {
    const problems = rowProblems(rows(['city', 'a'], ['city', 'b'], ['', 'c'], ['', '']));
    expect([...problems]).toEqual([
      [1, 'nameTaken'],
      [2, 'nameNeeded'],
    ]);
    expect(maySave(problems)).toBe(false);
    expect(maySave(rowProblems(rows(['direction', 'x'], ['city', 'a'])))).toBe(true);
  });
});
