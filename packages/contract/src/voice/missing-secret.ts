import * as z from 'zod';
import type { ErrorDetail } from '../app-error.ts';

const parts = ['brain', 'recognizer', 'synthesizer'] as const;

/**
 * What keeps an agent from answering: the part that cannot work, and kinds of credentials of which any would enable it.
 */
export const missingSecret = z.object({ part: z.enum(parts), kinds: z.array(z.string()).min(1) });
export type MissingSecret = z.output<typeof missingSecret>;

const pathOf = (part: MissingSecret['part']) => `${part}.secretKind`;

/** Names the credentials in the details of a CREDENTIAL_MISSING. */
export function toMissingDetails({ part, kinds }: MissingSecret): ErrorDetail[] {
  return kinds.map((message) => ({ path: pathOf(part), message }));
}

/** Reads them again; undefined where an error names none. */
export function readMissingDetails(details: readonly ErrorDetail[] = []): MissingSecret | undefined {
  const part = parts.find((one) => details.some(({ path }) => path === pathOf(one)));
  if (part === undefined) return undefined;
  return { part, kinds: details.filter(({ path }) => path === pathOf(part)).map(({ message }) => message) };
}
