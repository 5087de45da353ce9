/** A JSON Schema as the API document writes it. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** What a caller knows of his own about a field, by its name; undefined: nothing. */
type Known = (name: string) => unknown;

const formats: Record<string, string> = {
  email: 'somebody@example.com',
  uri: 'https://example.com/',
  uuid: '0b8d3c9e-3d1f-4e5a-8f0c-2a6d1b7c9e11',
  'date-time': '2026-11-22T09:00:00.000Z',
  date: '2026-11-22',
  binary: 'x',
};

/** The smallest value that a schema takes: its example, else what it requires and nothing more. */
export function sampleOf(schema: JsonSchema, known: Known, name = '', root = schema): unknown {
  const { examples, enum: choices, default: fallback } = schema;
  const given = known(name);
  if (given !== undefined && fits(schema, given)) return given;
  if (examples?.length) return withKnown(examples[0], known);
  if ('const' in schema) return schema.const;
  if (choices?.length) return choices[0];
  if (fallback !== undefined) return fallback;
  if (schema.$ref) return sampleOf(followed(schema.$ref, root), known, name, root);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return sampleOf(choice, known, name, root);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, known, name, root)));
  return sampleOfType(schema, known, name, root);
}

function sampleOfType(schema: JsonSchema, known: Known, name: string, root: JsonSchema): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((field) => [
          field,
          sampleOf(schema.properties?.[field] ?? {}, known, field, root),
        ]),
      );
    case 'array': {
      if (schema.prefixItems) return schema.prefixItems.map((item) => sampleOf(item, known, name, root));
      const count = schema.minItems ?? 0;
      return Array.from({ length: count }, () => sampleOf(schema.items ?? {}, known, name, root));
    }
    case 'integer':
    case 'number':
      return (
        schema.minimum ??
        (schema.exclusiveMinimum === undefined
          ? Math.min(1, schema.maximum ?? 1)
          : schema.exclusiveMinimum + 1)
      );
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return textOf(schema);
  }
}

function textOf({ format, minLength = 0, maxLength = 100 }: JsonSchema): string {
  const known = format === undefined ? undefined : formats[format];
  return known ?? 'sample'.padEnd(minLength, 'x').slice(0, maxLength);
}

/** An example with the caller's own ids in the places of its own. */
function withKnown(example: unknown, known: Known): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known(name) ?? value]));
}

function fits({ type, anyOf, oneOf }: JsonSchema, value: unknown): boolean {
  const choices = anyOf ?? oneOf;
  if (choices) return choices.some((choice) => fits(choice, value));
  const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const wanted = type === 'integer' ? 'number' : type;
  return wanted === undefined || wanted === actual || (Array.isArray(wanted) && wanted.includes(actual));
}

function followed(reference: string, root: JsonSchema): JsonSchema {
  const name = reference.split('/').at(-1) ?? '';
  return reference === '#' ? root : (root.$defs?.[name] ?? {});
}
