import { builtInVariableNames } from '@tendril/contract/voice/dynamic-variables';

/** One line of the table; `id` is its place in the form only. */
export interface VariableRow {
  id: number;
  name: string;
  value: string;
}

export type RowProblem = 'badName' | 'nameTaken' | 'nameNeeded' | 'isBuiltIn';

const namePattern = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const builtIn = new Set<string>(builtInVariableNames);

export function toRows(variables: Readonly<Record<string, string>>): VariableRow[] {
  return Object.entries(variables).map(([name, value], id) => ({ id, name, value }));
}

/** The variables of a table; lines without a name and a value are not kept. */
export function toVariables(rows: readonly VariableRow[]): Record<string, string> {
  const named = rows.map(({ name, value }) => [name.trim(), value]).filter(([name]) => name !== '');
  return Object.fromEntries(named) as Record<string, string>;
}

/** What is wrong with the lines, by their ids. */
export function rowProblems(rows: readonly VariableRow[]): Map<number, RowProblem> {
  const problems = new Map<number, RowProblem>();
  const seen = new Set<string>();
  for (const { id, name: typed, value } of rows) {
    const name = typed.trim();
    if (name === '' && value === '') continue;
    if (name === '') problems.set(id, 'nameNeeded');
    else if (!namePattern.test(name)) problems.set(id, 'badName');
    else if (seen.has(name)) problems.set(id, 'nameTaken');
    else if (builtIn.has(name)) problems.set(id, 'isBuiltIn');
    seen.add(name);
  }
  return problems;
}

/** Whether the table may be saved: a default for a built-in variable is of no use, but does no harm. */
export function maySave(problems: ReadonlyMap<number, RowProblem>): boolean {
  return [...problems.values()].every((problem) => problem === 'isBuiltIn');
}
