import { type AppError, invalidInput } from '@tendril/contract/app-error';
import type * as z from 'zod';

/** Parses one part of a request by its schema; throws INVALID_INPUT with the path of every field at fault. */
export function parseInput(schema: z.ZodType | undefined, value: unknown, where = ''): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refused(parsed.error.issues, where);
}

function refused(issues: readonly z.core.$ZodIssue[], where: string): AppError {
  return invalidInput(issues.flatMap(named), where);
}

// zod reports unknown keys at their parent, and for an invalid key only that it is invalid; a person needs the key, and
// why.
function named(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code === 'invalid_key')
    return [{ path: issue.path, message: issue.issues[0]?.message ?? issue.message }];
  if (issue.code !== 'unrecognized_keys') return [issue];
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is not a known field' }));
}
