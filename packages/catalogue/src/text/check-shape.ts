import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import * as z from 'zod';
import { readJson } from './read-json.ts';

/** Parses a model's JSON and validates it against a schema. Throws NODE_FAILED saying what does not match. */
export function checkShape(text: string, schema: JSONSchema7): unknown {
  const value = readJson(text);
  if (value === undefined) throw new AppError('NODE_FAILED', 'The answer is not JSON.');
  const parsed = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  throw new AppError(
    'NODE_FAILED',
    `The answer does not have the form asked for: ${where && `${where}: `}${issue?.message ?? ''}`,
  );
}
