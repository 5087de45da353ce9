import { parseShallowJson } from '../json/parse-shallow-json.ts';
import { outputId } from './anchor-id.ts';
import { returnedLiterals } from './returned-literals.ts';

/** The two tabs of a condition: items in a table, or code. */
export type ConditionMode = 'conditionUI' | 'conditionFunction';

/** One branch of a condition: `name` is that of the anchor, `label` that in items and code. */
export type ConditionOutput = {
  name: string;
  label: string;
};

/** An anchor of a condition as stored in `data.outputAnchors[0].options`. */
type ConditionOption = {
  id: string;
  name: string;
  label: string;
  type: 'Condition';
  isAnchor: true;
};

type ConditionVerdict = { outputs: ConditionOutput[] } | { alert: string };

/** The alerts shown when a condition cannot be saved, verbatim. */
export const conditionAlerts = {
  variable:
    'Please specify a Variable. Try connecting Condition node to a previous node and select the variable',
  output: 'Please specify an Output Name',
  operation: 'Please select an operation for the condition',
  item: 'Please add an item for the condition',
  code: 'Please add a return statement in the condition code to define the output. You can refer to How to Use for more information.',
} as const;

const base = 'Condition';
const endLabel = 'End';

function words(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/['\u2019]/g, '');
  return plain.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Nd}+|[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The anchor's name of an output: its label in camel case; for a label without letters, its code points. */
export function conditionOutputName(label: string): string {
  const [first, ...others] = words(label).map((word) => word.toLowerCase());
  if (first === undefined) return [...label.trim()].map((sign) => `u${sign.codePointAt(0)}`).join('');
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Sorted by code units as Flowise does; labels that would share an anchor are one output, the first label's. */
function toOutputs(labels: readonly string[]): ConditionOutput[] {
  const byName = new Map<string, string>();
  for (const label of labels) {
    const name = conditionOutputName(label);
    if (!byName.has(name)) byName.set(name, label);
  }
  return [...byName]
    .map(([name, label]) => ({ name, label }))
    .sort((left, right) => (left.label < right.label ? -1 : 1));
}

function readRows(value: unknown, onBadJson: (error: unknown) => void): unknown[] {
  if (typeof value !== 'string') return Array.isArray(value) ? value : [];
  if (value.trim() === '') return [];
  try {
    const parsed: unknown = parseShallowJson(value);
    return Array.isArray(parsed) ? parsed : [];
  } catch (error) {
    onBadJson(error);
    return [];
  }
}

function textOf(row: unknown, key: string): string {
  if (typeof row !== 'object' || row === null) return '';
  const value: unknown = Reflect.get(row, key);
  return value === undefined || value === null ? '' : String(value).trim();
}

function outputsOfItems(rows: readonly unknown[]): ConditionVerdict {
  if (rows.length === 0) return { alert: conditionAlerts.item };
  for (const row of rows)
    for (const key of ['variable', 'output', 'operation'] as const)
      if (textOf(row, key) === '') return { alert: conditionAlerts[key] };
  return { outputs: toOutputs([...rows.map((row) => textOf(row, 'output')), endLabel]) };
}

/**
 * The outputs that a condition's items or code define, or the exact alert that says what is missing. Items are a list
 * or its JSON text; malformed text is reported to `onBadJson` and counts as no items.
 */
export function conditionOutputs(
  mode: ConditionMode,
  value: unknown,
  // biome-ignore lint/suspicious/noConsole: an author debugs conditions in the browser console
  onBadJson: (error: unknown) => void = (error) => console.error('Error parsing JSON', error),
): ConditionVerdict {
  if (mode === 'conditionUI') return outputsOfItems(readRows(value, onBadJson));
  const labels = returnedLiterals(typeof value === 'string' ? value : '');
  return labels.length === 0 ? { alert: conditionAlerts.code } : { outputs: toOutputs(labels) };
}

/** The anchors that a condition's outputs are drawn as: `data.outputAnchors[0].options`. */
export function conditionOptions(nodeId: string, outputs: readonly ConditionOutput[]): ConditionOption[] {
  return outputs.map(({ name, label }) => ({
    id: outputId(nodeId, name, [base]),
    name,
    label,
    type: base,
    isAnchor: true,
  }));
}
