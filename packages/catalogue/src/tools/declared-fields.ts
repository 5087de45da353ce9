import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import { readJson } from '../text/read-json.ts';
import { asRecord } from './as-record.ts';

const types: Record<string, JSONSchema7> = {
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  object: { type: 'object', additionalProperties: true },
  array: { type: 'array', items: {} },
};

/** The fields of a request as a node declares them, for the model. */
export interface DeclaredFields {
  schema: JSONSchema7;
  required: readonly string[];
  /** Those whose places are in the address. */
  inPath: ReadonlySet<string>;
}

function schemaOf(field: Readonly<Record<string, unknown>>): JSONSchema7 {
  const type = String(field['type'] ?? 'string').toLowerCase();
  const description = String(field['description'] ?? '');
  return { ...(types[type] ?? { type: 'string' }), ...(description && { description }) };
}

/**
 * Reads `{ "name": { "type": "string", "required": true, "in": "path", "description": "" } }`; undefined for nothing.
 * Throws FLOW_INVALID for text that is no such object.
 */
export function readDeclaredFields(text: string | undefined): DeclaredFields | undefined {
  if (!text?.trim()) return undefined;
  const read = readJson(text);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new AppError('FLOW_INVALID', 'The schema of the request must be a JSON object of fields.');
  }
  const fields = Object.entries(read).map(([name, field]) => [name, asRecord(field)] as const);
  const required = fields.filter(([, field]) => String(field['required']) === 'true').map(([name]) => name);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])),
      required,
      additionalProperties: false,
    },
    required,
    inPath: new Set(fields.filter(([, field]) => field['in'] === 'path').map(([name]) => name)),
  };
}
