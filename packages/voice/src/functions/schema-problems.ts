type Schema = Record<string, unknown>;

/** Maximum depth for validating arguments. */
const deepest = 12;
/** Keys that would reach an object's prototype. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

interface Checked {
  value: unknown;
  problems: string[];
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Validates a model's arguments against a JSON schema: types, required keys, choices and bounds. It forgives common,
 * unambiguous mistakes of models ("3" for a number), and leaves unknown keywords to the receiver. Patterns are not
 * evaluated: they come from a form and could run for ever.
 */
export function schemaProblems(value: unknown, schema: Schema, path = '', depth = 0): Checked {
  if (depth > deepest) return { value, problems: [`${path || 'arguments'} is nested too deep`] };
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) return firstFitting(value, options.filter(isObject), path, depth);
  const types = typesOf(schema);
  if (value === null && (schema['nullable'] === true || types.includes('null')))
    return { value, problems: [] };
  const read = types.length === 0 ? value : readAs(value, types);
  if (read === undefined)
    return { value, problems: [`${path || 'arguments'} must be ${types.join(' or ')}`] };
  const problems = boundProblems(read, schema, path);
  if (isObject(read)) return withProblems(checkObject(read, schema, path, depth), problems);
  if (Array.isArray(read)) return withProblems(checkList(read, schema, path, depth), problems);
  return { value: read, problems };
}

function withProblems(checked: Checked, problems: readonly string[]): Checked {
  return { value: checked.value, problems: [...problems, ...checked.problems] };
}

function firstFitting(value: unknown, options: readonly Schema[], path: string, depth: number): Checked {
  const tried = options.map((option) => schemaProblems(value, option, path, depth + 1));
  const fitting = tried.find(({ problems }) => problems.length === 0);
  return fitting ?? tried[0] ?? { value, problems: [] };
}

function typesOf(schema: Schema): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string');
  return isObject(schema['properties']) ? ['object'] : [];
}

/** The value as the first type that it can be converted to; undefined when there is none. */
function readAs(value: unknown, types: readonly string[]): unknown {
  const exact = types.find((type) => isOfType(value, type));
  if (exact !== undefined) return value;
  for (const type of types) {
    const read = convert(value, type);
    if (read !== undefined) return read;
  }
  return undefined;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'null':
      return value === null;
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

function convert(value: unknown, type: string): unknown {
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if (type === 'boolean' && text && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if ((type === 'number' || type === 'integer') && text && /^-?\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    return type === 'number' || Number.isInteger(number) ? number : undefined;
  }
  return undefined;
}

function boundProblems(value: unknown, schema: Schema, path: string): string[] {
  const name = path || 'arguments';
  const problems: string[] = [];
  const { enum: choices, minimum, maximum, minLength, maxLength } = schema;
  if (Array.isArray(choices) && !choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value)))
    problems.push(`${name} must be one of ${JSON.stringify(choices).slice(0, 500)}`);
  if ('const' in schema && JSON.stringify(schema['const']) !== JSON.stringify(value))
    problems.push(`${name} must be ${JSON.stringify(schema['const'])}`);
  if (typeof value === 'number' && typeof minimum === 'number' && value < minimum)
    problems.push(`${name} must be at least ${minimum}`);
  if (typeof value === 'number' && typeof maximum === 'number' && value > maximum)
    problems.push(`${name} must be at most ${maximum}`);
  if (typeof value === 'string' && typeof minLength === 'number' && value.length < minLength)
    problems.push(`${name} must have at least ${minLength} characters`);
  if (typeof value === 'string' && typeof maxLength === 'number' && value.length > maxLength)
    problems.push(`${name} must have at most ${maxLength} characters`);
  return problems;
}

function checkObject(value: Schema, schema: Schema, path: string, depth: number): Checked {
  const shapes = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const place = (key: string) => (path ? `${path}.${key}` : key);
  const problems = required
    .filter((key): key is string => typeof key === 'string' && !Object.hasOwn(value, key))
    .map((key) => `${place(key)} is required`);
  const kept: Schema = {};
  for (const [key, one] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) continue;
    const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
    // An unknown key is dropped where the schema forbids it: the call need not fail for it.
    if (shape === undefined && schema['additionalProperties'] === false) continue;
    const checked = isObject(shape)
      ? schemaProblems(one, shape, place(key), depth + 1)
      : { value: one, problems: [] };
    kept[key] = checked.value;
    problems.push(...checked.problems);
  }
  return { value: kept, problems };
}

function checkList(value: readonly unknown[], schema: Schema, path: string, depth: number): Checked {
  const { items } = schema;
  if (!isObject(items)) return { value, problems: [] };
  const checked = value.map((one, index) => schemaProblems(one, items, `${path}[${index}]`, depth + 1));
  return {
    value: checked.map((one) => one.value),
    problems: checked.flatMap(({ problems }) => problems),
  };
}
