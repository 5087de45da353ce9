import type { JSONSchema7, JSONSchema7Definition } from '@ai-sdk/provider';
import { type FillSource, fillText, isOfferedText } from './fill-text.ts';
import type { Mentioned } from './mentioned.ts';
import { contentWords } from './words.ts';

interface Place {
  name: string;
  root: JSONSchema7;
  depth: number;
}

function asSchema(definition: JSONSchema7Definition | undefined): JSONSchema7 {
  return typeof definition === 'object' ? definition : {};
}

function resolved(schema: JSONSchema7, root: JSONSchema7): JSONSchema7 {
  if (!schema.$ref?.startsWith('#')) return schema;
  let target: unknown = root;
  for (const key of schema.$ref.slice(1).split('/').filter(Boolean)) {
    target = (target as Record<string, unknown> | undefined)?.[
      key.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  return (target ?? {}) as JSONSchema7;
}

/** Merges a schema of several parts into one. */
function merged(schema: JSONSchema7): JSONSchema7 {
  if (!schema.allOf) return schema;
  const { allOf, ...rest } = schema;
  const parts = [rest, ...allOf.map(asSchema)];
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    required: parts.flatMap((part) => part.required ?? []),
  });
}

function typeOf(schema: JSONSchema7): string {
  if (typeof schema.type === 'string') return schema.type;
  if (Array.isArray(schema.type)) return schema.type.find((type) => type !== 'null') ?? 'null';
  if (schema.properties) return 'object';
  if (schema.items) return 'array';
  return 'string';
}

/** The enum value whose words the text uses most; the first if it uses none. */
function chooseEnum(values: readonly unknown[], text: string): unknown {
  const lower = text.toLowerCase();
  const asked = new Set(contentWords(text));
  let best = values[0];
  let bestScore = 0;
  for (const value of values) {
    const own = contentWords(String(value));
    const score =
      (lower.includes(String(value).toLowerCase()) ? 2 : 0) + own.filter((word) => asked.has(word)).length;
    if (score > bestScore) [best, bestScore] = [value, score];
  }
  return best;
}

/** Clamps a number to the bounds and steps of its schema. */
function fitNumber(value: number, schema: JSONSchema7, isWhole: boolean): number {
  const step = schema.multipleOf ?? (isWhole ? 1 : undefined);
  const gap = step ?? 1e-6;
  const least = Math.max(schema.minimum ?? -Infinity, (schema.exclusiveMinimum ?? -Infinity) + gap);
  const most = Math.min(schema.maximum ?? Infinity, (schema.exclusiveMaximum ?? Infinity) - gap);
  const inside = Math.min(Math.max(value, least), most);
  if (!step) return inside;
  const rounded = Math.round(inside / step) * step;
  if (rounded < least) return Math.ceil(least / step) * step;
  return rounded > most ? Math.floor(most / step) * step : rounded;
}

function fillNumber(schema: JSONSchema7, source: FillSource, isWhole: boolean): number {
  const found = isWhole ? source.mentioned.numbers.find(Number.isInteger) : undefined;
  const value = found ?? source.mentioned.numbers[0] ?? schema.minimum ?? 0;
  return fitNumber(value, schema, isWhole);
}

function fillBoolean(name: string, source: FillSource): boolean {
  const { text } = source.mentioned;
  if (/\b(?:no|not|never|without|don't|isn't)\b/i.test(text)) return false;
  const words = contentWords(name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '));
  const asked = new Set(contentWords(text));
  return /\b(?:yes|true|sure)\b/i.test(text) || words.some((word) => asked.has(word));
}

function fillArray(schema: JSONSchema7, source: FillSource, place: Place): unknown[] {
  const items = asSchema(Array.isArray(schema.items) ? schema.items[0] : schema.items);
  const least = schema.minItems ?? 0;
  const most = schema.maxItems ?? Infinity;
  if (place.depth > 6) return [];
  const values: unknown[] = [];
  if (typeOf(resolved(items, place.root)) === 'string' && !items.enum) {
    const parts = source.mentioned.text
      .split(/,|;|\band\b/)
      .map((part) => part.trim().replace(/(?<![.?!])[.?!]+$/, ''));
    const listed = parts.length > 1 ? parts : contentWords(source.mentioned.text);
    for (const part of listed.filter(Boolean).slice(0, 5)) {
      values.push(
        fillValue(
          items,
          { ...source, mentioned: { ...source.mentioned, text: part, quoted: [part] } },
          place,
        ),
      );
    }
  }
  const wanted = Math.max(least, 1);
  while (values.length < wanted) values.push(fillValue(items, source, { ...place, depth: place.depth + 1 }));
  return values.slice(0, Math.max(least, Math.min(values.length, most)));
}

function fillObject(schema: JSONSchema7, source: FillSource, place: Place): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const required = new Set(schema.required);
  for (const name of new Set([...Object.keys(schema.properties ?? {}), ...required])) {
    // A recursive schema ends here, where it may.
    if (place.depth > 6 && !required.has(name)) continue;
    const property = asSchema(schema.properties?.[name]);
    value[name] = fillValue(property, source, { ...place, name, depth: place.depth + 1 });
  }
  return value;
}

function fillValue(given: JSONSchema7, source: FillSource, place: Place): unknown {
  const schema = merged(resolved(given, place.root));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chooseEnum(schema.enum, source.mentioned.text);
  const choices = (schema.anyOf ?? schema.oneOf)?.map(asSchema);
  const choice = choices?.find((one) => one.type !== 'null') ?? choices?.[0];
  if (choice && place.depth < 12) return fillValue(choice, source, place);
  switch (typeOf(schema)) {
    case 'object':
      return fillObject(schema, source, place);
    case 'array':
      return fillArray(schema, source, place);
    case 'number':
      return fillNumber(schema, source, false);
    case 'integer':
      return fillNumber(schema, source, true);
    case 'boolean':
      return typeof schema.default === 'boolean' ? schema.default : fillBoolean(place.name, source);
    case 'null':
      return null;
    default:
      return fillText(place.name, schema, source);
  }
}

/** Generates a value that is valid against the schema, from what the text mentions. */
export function fillSchema(schema: JSONSchema7, source: FillSource): unknown {
  return fillValue(schema, source, { name: '', root: schema, depth: 0 });
}

/** Whether the text really contains a value for this property, rather than a placeholder. */
export function isOffered(name: string, schema: JSONSchema7, mentioned: Mentioned): boolean {
  if (schema.enum)
    return schema.enum.some((value) => mentioned.text.toLowerCase().includes(String(value).toLowerCase()));
  const type = typeOf(schema);
  if (type === 'number' || type === 'integer') return mentioned.numbers.length > 0;
  if (type === 'string') return isOfferedText(name, schema, mentioned);
  return false;
}
