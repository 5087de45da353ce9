import fc from 'fast-check';
import type { JsonSchema } from '../../packages/server/src/testing/schema-sample.ts';
import type { Draw } from './draw.ts';

const mostDepth = 6;
const longestText = 300;
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.emailAddress(),
  // Nobody is asked: names below .example never resolve.
  uri: fc.webPath().map((path) => `https://fuzz.example${path}`),
  uuid: fc.uuid(),
  'date-time': fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString()),
  date: fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
};

const anyJson = fc.jsonValue({ maxDepth: 2 });
const fieldName = fc.stringMatching(/^[a-z]{1,8}$/);
// Fast-check's own sets of signs take long to build: once for each length.
const textsByLength = new Map<string, fc.Arbitrary<string>>();
const textsByPattern = new Map<string, fc.Arbitrary<string> | undefined>();

/** A JSON Schema with the parts that only values drawn at random need. */
interface WideSchema extends JsonSchema {
  maxItems?: number;
  additionalProperties?: boolean | JsonSchema;
}

/** A value that the schema takes: any, not the smallest. */
export function drawValid(schema: JsonSchema, draw: Draw, root = schema, depth = 0): unknown {
  const { examples, enum: choices, $ref, anyOf, oneOf, allOf } = schema;
  if (examples?.length && (depth >= mostDepth || draw.chance(0.5))) return draw.pick(examples);
  if ('const' in schema) return schema.const;
  if (choices?.length) return draw.pick(choices);
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? '';
    return drawValid($ref === '#' ? root : (root.$defs?.[name] ?? {}), draw, root, depth + 1);
  }
  const ways = anyOf ?? oneOf;
  if (ways?.length) return drawValid(draw.pick(ways), draw, root, depth + 1);
  if (allOf) return Object.assign({}, ...allOf.map((part) => drawValid(part, draw, root, depth + 1)));
  return drawOfType(schema, draw, root, depth);
}

function drawOfType(schema: WideSchema, draw: Draw, root: JsonSchema, depth: number): unknown {
  const type = Array.isArray(schema.type) ? draw.pick(schema.type) : schema.type;
  const inner = (part: JsonSchema) => drawValid(part, draw, root, depth + 1);
  switch (type) {
    case 'object':
      return drawObject(schema, draw, inner, depth);
    case 'array': {
      if (schema.prefixItems) return schema.prefixItems.map(inner);
      const { minItems = 0, maxItems = minItems + 3 } = schema;
      const count =
        depth >= mostDepth
          ? minItems
          : draw.below(Math.min(maxItems, minItems + 3) - minItems + 1) + minItems;
      return Array.from({ length: count }, () => inner(schema.items ?? {}));
    }
    case 'integer':
    case 'number':
      return drawNumber(schema, draw, type === 'integer');
    case 'boolean':
      return draw.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return drawText(schema, draw);
    default:
      return draw.value(anyJson);
  }
}

function drawObject(
  { properties = {}, required = [], additionalProperties }: WideSchema,
  draw: Draw,
  inner: (part: JsonSchema) => unknown,
  depth: number,
): unknown {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (depth < mostDepth && draw.chance(0.4)),
  );
  const made = Object.fromEntries(names.map((name) => [name, inner(properties[name] ?? {})]));
  if (typeof additionalProperties === 'object' && depth < mostDepth && draw.chance(0.6))
    made[draw.value(fieldName)] = inner(additionalProperties);
  return made;
}

function drawNumber(schema: JsonSchema, draw: Draw, isWhole: boolean): number {
  const min = schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1000 : schema.exclusiveMinimum + 1);
  const max = Math.min(schema.maximum ?? Math.max(min, 0) + 1000, Number.MAX_SAFE_INTEGER);
  if (draw.chance(0.3)) return draw.pick([min, max]);
  const found = min + draw.number() * (max - min);
  return isWhole ? Math.round(found) : found;
}

function drawText(
  { format, pattern, minLength = 0, maxLength = longestText }: JsonSchema,
  draw: Draw,
): string {
  const known = format === undefined ? undefined : formats[format];
  if (known) return draw.value(known);
  const most = Math.max(minLength, Math.min(maxLength, longestText));
  if (pattern === undefined) return draw.value(textOf(minLength, most, draw.pick(['grapheme', 'binary'])));
  const matching = matchingOf(pattern);
  return matching
    ? draw.value(matching).slice(0, maxLength)
    : 'sample'.padEnd(minLength, 'x').slice(0, maxLength);
}

function textOf(minLength: number, maxLength: number, unit: 'grapheme' | 'binary'): fc.Arbitrary<string> {
  const key = `${minLength} ${maxLength} ${unit}`;
  const found = textsByLength.get(key) ?? fc.string({ minLength, maxLength, unit });
  textsByLength.set(key, found);
  return found;
}

/** Undefined where a pattern cannot be turned around, as one with look-behind. */
function matchingOf(pattern: string): fc.Arbitrary<string> | undefined {
  if (textsByPattern.has(pattern)) return textsByPattern.get(pattern);
  let found: fc.Arbitrary<string> | undefined;
  try {
    found = fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    found = undefined;
  }
  textsByPattern.set(pattern, found);
  return found;
}
