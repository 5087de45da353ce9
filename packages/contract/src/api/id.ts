import * as z from 'zod';

/** The format of every stored id: 1 to 64 of `[A-Za-z0-9_-]`, unchanged by an import. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" or "-"');

export const idParams = z.strictObject({ id });

/** Milliseconds since 1970. */
export const timestamp = z.number().int().nonnegative();
