import type { JSONSchema7 } from '@ai-sdk/provider';

type Row = Record<string, unknown>;

const scalarTypes: Record<string, JSONSchema7> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string' },
  'string array': { type: 'array', items: { type: 'string' } },
};

function fieldSchema(row: Row): JSONSchema7 {
  const type = String(row['type'] ?? 'string').toLowerCase();
  const description = String(row['description'] ?? '');
  const named = description ? { description } : {};
  if (type === 'enum') {
    const values = String(row['enumValues'] ?? '').split(',');
    return { type: 'string', enum: values.map((value) => value.trim()).filter(Boolean), ...named };
  }
  return { ...(scalarTypes[type] ?? { type: 'string' }), ...named };
}

/**
 * JSON schema of the object that a grid of fields describes. `nameKey` is the column with the field's name. Without a
 * `required` column every field is required, as vendors' strict modes demand.
 */
export function fieldsSchema(rows: readonly Row[], nameKey: 'property' | 'key'): JSONSchema7 {
  const named = rows.filter((row) => typeof row[nameKey] === 'string' && row[nameKey] !== '');
  const isRequired = (row: Row) =>
    !('required' in row) || row['required'] === true || row['required'] === 'true';
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((row) => [String(row[nameKey]), fieldSchema(row)])),
    required: named.filter(isRequired).map((row) => String(row[nameKey])),
    additionalProperties: false,
  };
}
