/** One row of a condition: the first whose comparison holds names the output that is taken. */
export interface ConditionItem {
  variable: string;
  operation: string;
  value: string;
  output: string;
}

/** A row as the dialog holds it; the key keeps fields and focus with their row when rows move. */
export interface ConditionRow extends ConditionItem {
  key: string;
}

let rowsMade = 0;

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** A row of the dialog; an empty one without an item. */
export function toRow(item: Partial<Record<keyof ConditionItem, unknown>> = {}): ConditionRow {
  rowsMade += 1;
  return {
    key: `row-${rowsMade}`,
    variable: textOf(item.variable),
    operation: textOf(item.operation),
    value: textOf(item.value),
    output: textOf(item.output),
  };
}

/** The items of a stored value. Text that is no JSON gives none and is logged. */
export function readItems(stored: unknown): ConditionRow[] {
  let list = stored;
  if (typeof stored === 'string') {
    if (stored.trim() === '') return [];
    try {
      list = JSON.parse(stored);
    } catch (problem) {
      // biome-ignore lint/suspicious/noConsole: the author looks for details in the console
      console.error('Error parsing JSON', problem);
      return [];
    }
  }
  if (!Array.isArray(list)) return [];
  return list.filter((item) => typeof item === 'object' && item !== null).map(toRow);
}

/** Rows as a flow keeps them: JSON text in Flowise's order of keys. */
export function writeItems(rows: readonly ConditionRow[]): string {
  return JSON.stringify(
    rows.map(({ variable, operation, value, output }) => ({ variable, operation, value, output })),
  );
}

/** The row moved by one place up (-1) or down (1); at an end the list stays. */
export function moveRow(rows: readonly ConditionRow[], key: string, step: -1 | 1): ConditionRow[] {
  const from = rows.findIndex((row) => row.key === key);
  const to = from + step;
  const moved = rows[from];
  if (!moved || to < 0 || to >= rows.length) return [...rows];
  return rows.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Operations that look at the variable alone. */
const withoutValue = new Set(['Is Empty', 'Is Not Empty']);

export const needsValue = (operation: string): boolean => !withoutValue.has(operation);
