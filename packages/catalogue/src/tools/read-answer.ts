import type { RunContext } from '@tendril/contract/node/run-context';
import type { ZodType } from 'zod';
import { toModelError } from '../model/vendor-error.ts';

/** A vendor's answer in its shape. Throws PROVIDER_UNAVAILABLE for any other. */
export function readAnswer<T>(
  shape: ZodType<T>,
  answer: unknown,
  service: string,
  { signal }: Pick<RunContext, 'signal'>,
): T {
  try {
    return shape.parse(answer);
  } catch (error) {
    throw toModelError(error, service, signal);
  }
}
