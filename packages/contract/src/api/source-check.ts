import * as z from 'zod';
import type { SourceCheck } from '../provider/answer.ts';

/** How far the sources of an answer bear it out, as it is sent and stored. */
export const sourceCheck = z.object({
  checked: z.number().int().nonnegative(),
  unsupported: z.array(z.object({ text: z.string(), reason: z.string() })),
}) satisfies z.ZodType<SourceCheck>;
