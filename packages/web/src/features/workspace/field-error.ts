import { RequestError } from '../../kit/api/request-error.ts';
import { toMessage } from '../../kit/lib/to-message.ts';

/** What a refusal says about one field; for `last` also what it says about none of the fields. */
export function fieldError(error: unknown, field: string, others?: readonly string[]): string | undefined {
  if (!error) return undefined;
  const details = error instanceof RequestError ? error.details : [];
  const own = details.find(({ path }) => path === field);
  if (own) return toMessage(error);
  const isOfNone = !details.some(({ path }) => others?.includes(path));
  return others && isOfNone ? toMessage(error) : undefined;
}
