import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import { fieldsSchema } from '../text/fields-schema.ts';
import { readJson } from '../text/read-json.ts';

/** A row of "JSON Structured Output". */
interface OutputField {
  key?: string;
  type?: string;
  enumValues?: string;
  jsonSchema?: string;
  description?: string;
}

type Properties = NonNullable<JSONSchema7['properties']>;

/** A schema of an object, or only its properties, as people write either. */
function objectSchema(read: Record<string, unknown>): JSONSchema7 {
  const isWhole = read['type'] === 'object' && typeof read['properties'] === 'object';
  const properties = (isWhole ? read['properties'] : read) as Properties;
  const required = isWhole && Array.isArray(read['required']) ? read['required'] : Object.keys(properties);
  return { type: 'object', properties, required: required.map(String), additionalProperties: false };
}

/** The objects of a "JSON Array". Throws FLOW_INVALID for text that is no schema. */
function itemsOf({ key, jsonSchema }: OutputField): JSONSchema7 {
  if (!jsonSchema?.trim()) return { type: 'object', additionalProperties: true };
  const read = readJson(jsonSchema);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new AppError('FLOW_INVALID', `JSON Structured Output: the JSON schema of "${key}" is not valid.`);
  }
  const given = read as Record<string, unknown>;
  const isArray = given['type'] === 'array' && typeof given['items'] === 'object' && given['items'] !== null;
  return objectSchema((isArray ? given['items'] : given) as Record<string, unknown>);
}

/** JSON schema of the answer that a step's fields ask for; undefined without any. Throws FLOW_INVALID. */
export function outputSchema(fields: readonly OutputField[] | undefined): JSONSchema7 | undefined {
  const named = (fields ?? []).filter(({ key }) => key?.trim());
  if (named.length === 0) return undefined;
  const rows = named.map((field) => ({
    ...field,
    type: field.type === 'stringArray' ? 'string array' : field.type,
  }));
  const schema = fieldsSchema(rows, 'key');
  const properties: Properties = { ...schema.properties };
  for (const field of named.filter(({ type }) => type === 'jsonArray')) {
    const { key = '', description } = field;
    properties[key] = { type: 'array', items: itemsOf(field), ...(description && { description }) };
  }
  return { ...schema, properties };
}
