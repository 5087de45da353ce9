import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { say } from '../../kit/texts/texts.ts';

/** One input of a tool, as its grid keeps it. */
export interface SchemaRow {
  property: string;
  type: string;
  description: string;
  required: boolean;
}

export const rowTypes = ['string', 'number', 'boolean', 'date'] as const;

const maxRows = 100;

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The rows of a stored grid; what is no row is left out. */
export function readSchema(text: string): SchemaRow[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter(isPlain).map(toRow) : [];
  } catch {
    return [];
  }
}

export function writeSchema(rows: readonly SchemaRow[]): string {
  return JSON.stringify(rows.map((row, id) => ({ id, ...row })));
}

function toRow(row: Plain): SchemaRow {
  const isRequired = row['required'] === true || row['required'] === 'true';
  return {
    property: asText(row['property']),
    type: asText(row['type']) || 'string',
    description: asText(row['description']),
    required: isRequired,
  };
}

/** Rows from text that was pasted: a JSON schema, a grid, or an example of arguments. Throws with a reason to show. */
export function rowsOfPasted(text: string): SchemaRow[] {
  const value: unknown = JSON.parse(text);
  const rows = rowsOf(value).slice(0, maxRows);
  if (rows.length === 0) throw new Error(say(toolsTexts, 'pasteNothing'));
  return rows;
}

function rowsOf(value: unknown): SchemaRow[] {
  if (Array.isArray(value))
    return value
      .filter(isPlain)
      .map(toRow)
      .filter((row) => row.property !== '');
  if (!isPlain(value)) return [];
  // Tools are described to models in several formats.
  const inner = value['function'] ?? value['parameters'] ?? value['input_schema'] ?? value['inputSchema'];
  if (isPlain(inner)) return rowsOf(inner);
  if (typeof value['schema'] === 'string') return readSchema(value['schema']);
  return isPlain(value['properties']) ? rowsOfSchema(value) : Object.entries(value).map(exampleRow);
}

function rowsOfSchema(schema: Plain): SchemaRow[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.entries(schema['properties'] as Plain).map(([property, given]) => {
    const inner = isPlain(given) ? given : {};
    const choices = Array.isArray(inner['enum']) ? inner['enum'].map(String).join(', ') : '';
    const explained = [asText(inner['description']), choices && `One of: ${choices}.`]
      .filter(Boolean)
      .join(' ');
    return {
      property: toProperty(property),
      type: typeOf(inner),
      description: explained,
      required: required.has(property),
    };
  });
}

function typeOf(schema: Plain): string {
  const given = Array.isArray(schema['type'])
    ? schema['type'].find((one: unknown) => one !== 'null')
    : schema['type'];
  if (given === 'integer' || given === 'number') return 'number';
  if (given === 'boolean') return 'boolean';
  return asText(schema['format']).startsWith('date') ? 'date' : 'string';
}

function exampleRow([property, value]: [string, unknown]): SchemaRow {
  const type = typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string';
  const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return {
    property: toProperty(property),
    type,
    description: `For example ${shown.slice(0, 200)}`,
    required: true,
  };
}

/** A name as code can read it behind a `$`. */
function toProperty(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 64);
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}

/** What is wrong with each row's name, by index. */
export function rowProblems(rows: readonly SchemaRow[]): (string | undefined)[] {
  return rows.map(({ property }, index) => {
    if (!/^[A-Za-z_]\w{0,63}$/.test(property)) return say(toolsTexts, 'badProperty');
    if (property === 'vars' || property === 'flow') return say(toolsTexts, 'reservedProperty');
    const isTwin = rows.findIndex((row) => row.property === property) !== index;
    return isTwin ? say(toolsTexts, 'twinProperty') : undefined;
  });
}
