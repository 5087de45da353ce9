import { retellTools } from '@tendril/contract/api/retell-tools';
import { invalidInput } from '@tendril/contract/app-error';
import * as z from 'zod';

/** They describe a record, not its behaviour: a client may send back what it received. */
const ofTheRecord = new Set([
  'agent_id',
  'llm_id',
  'channel',
  'version',
  'is_published',
  'last_modification_timestamp',
  'base_version',
  'assigned_tags',
  'phone_number_pretty',
  'phone_number_type',
  'area_code',
  'sip_outbound_trunk_config',
]);

/** Values of fields without a counterpart that request what happens here anyway. */
const asItIs: Readonly<Record<string, unknown>> = {
  execution_message_type: 'static_text',
  max_retry: 0,
  signed_url_expiration_ms: 86_400_000,
  vocab_specialization: 'general',
  webhook_timeout_ms: 10_000,
};

/**
 * Refuses, by name, a field of a Retell client that nothing here would read: nobody should believe that an agent does
 * what it does not. Values that request nothing are accepted.
 */
export function refuseUnserved(schema: z.ZodType, body: unknown): void {
  const issues = unreadPaths(schema, body, []).map((path) => ({
    path,
    message: `"${path.at(-1)}" is not served here; leave it out`,
  }));
  if (issues.length > 0) throw invalidInput(issues);
}

type Path = (string | number)[];

function unreadPaths(schema: unknown, value: unknown, path: Path): Path[] {
  const known = inner(schema);
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      unreadPaths(known instanceof z.ZodArray ? known.element : known, item, [...path, index]),
    );
  if (!isFields(value)) return [];
  const shape = shapeOf(known, value, path);
  if (!shape) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const own = [...path, key];
    if (Object.hasOwn(shape, key)) return unreadPaths(shape[key], part, own);
    return isNothing(part) || asItIs[key] === part || ofTheRecord.has(key) ? [] : [own];
  });
}

/** The fields that are read of an object; undefined where it may hold anything. */
function shapeOf(schema: unknown, value: Fields, path: Path): Fields | undefined {
  const { type } = value;
  // Tools are accepted as anything with a type, and read by that.
  if (path.at(-2) === 'general_tools')
    return Object.entries(retellTools).find(([known]) => known === type)?.[1].shape;
  if (schema instanceof z.ZodObject) return schema.shape;
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return undefined;
  const option = schema.options.find((one) => one instanceof z.ZodObject && isOfType(one, type));
  return option instanceof z.ZodObject ? option.shape : undefined;
}

function isOfType({ shape }: z.ZodObject, type: unknown): boolean {
  return z.safeParse(shape['type'] as z.ZodType, type).success;
}

function inner(schema: unknown): unknown {
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return wraps ? inner(schema.unwrap()) : schema;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isFields(value) && Object.values(value).every(isNothing);
}
