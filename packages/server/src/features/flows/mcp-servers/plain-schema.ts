type Schema = Record<string, unknown>;

const limits = { depth: 8, nodes: 1500, properties: 100, choices: 100, options: 12, text: 2000 } as const;
const scalars = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * A foreign schema reduced to keywords that every model accepts and that are cheap to check: no patterns, no
 * references, bounded in depth and size. What is cut off may be anything.
 */
export function plainSchema(given: unknown): Schema {
  const root = asSchema(given) ?? {};
  const state = { root, nodes: 0 };
  const schema = plain(root, state, 0);
  return {
    type: 'object',
    ...(schema['type'] === 'object' ? schema : {}),
    properties: schema['properties'] ?? {},
  };
}

interface State {
  root: Schema;
  nodes: number;
}

function plain(given: unknown, state: State, depth: number): Schema {
  state.nodes += 1;
  const schema = follow(given, state);
  if (!schema || depth > limits.depth || state.nodes > limits.nodes) return {};
  const plainSchema: Schema = {};
  const description = schema['description'] ?? schema['title'];
  if (typeof description === 'string' && description)
    plainSchema['description'] = description.slice(0, limits.text);
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options) && options.length > 0 && schema['type'] === undefined) {
    plainSchema['anyOf'] = options.slice(0, limits.options).map((option) => plain(option, state, depth + 1));
    return plainSchema;
  }
  const choices = choicesOf(schema);
  if (choices) plainSchema['enum'] = choices;
  const type = typeOf(schema);
  if (type && !choices) plainSchema['type'] = type;
  if (type === 'object') Object.assign(plainSchema, objectPart(schema, state, depth));
  if (type === 'array') plainSchema['items'] = plain(asSchema(schema['items']) ?? {}, state, depth + 1);
  return plainSchema;
}

function objectPart(schema: Schema, state: State, depth: number): Schema {
  const given = Object.entries(asSchema(schema['properties']) ?? {}).slice(0, limits.properties);
  const properties = Object.fromEntries(
    given
      .filter(([name]) => name.length <= 200 && !['__proto__', 'constructor', 'prototype'].includes(name))
      .map(([name, inner]) => [name, plain(inner, state, depth + 1)]),
  );
  const required = Array.isArray(schema['required'])
    ? schema['required'].filter(
        (name): name is string => typeof name === 'string' && Object.hasOwn(properties, name),
      )
    : [];
  return {
    properties,
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(schema['additionalProperties'] === false && { additionalProperties: false }),
  };
}

function typeOf(schema: Schema): string | undefined {
  const { type } = schema;
  const named = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (typeof named === 'string' && (scalars.has(named) || named === 'object' || named === 'array'))
    return named;
  if ('properties' in schema) return 'object';
  return 'items' in schema ? 'array' : undefined;
}

function choicesOf(schema: Schema): (string | number | boolean | null)[] | undefined {
  const given = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : [];
  const plainOnes = given
    .slice(0, limits.choices)
    .filter((one) => one === null || ['string', 'number', 'boolean'].includes(typeof one));
  return plainOnes.length > 0 && plainOnes.length === given.length ? plainOnes : undefined;
}

/** The schema, or the one that its local reference leads to. */
function follow(given: unknown, { root }: State): Schema | undefined {
  let current = asSchema(given);
  for (let steps = 0; current && typeof current['$ref'] === 'string'; steps += 1) {
    if (steps > limits.depth || !current['$ref'].startsWith('#/')) return undefined;
    let target: unknown = root;
    for (const key of current['$ref'].slice(2).split('/')) {
      const at: Schema | undefined = asSchema(target);
      target = at && Object.hasOwn(at, key) ? at[key] : undefined;
    }
    current = asSchema(target);
  }
  return current;
}

function asSchema(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : undefined;
}
