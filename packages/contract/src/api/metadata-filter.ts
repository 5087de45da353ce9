import * as z from 'zod';

const value = z.union([z.string().max(2000), z.number(), z.boolean()]);
const limit = z.union([z.string().max(200), z.number()]);

const comparison = z.strictObject({
  ne: value.optional(),
  in: z.array(value).max(200).optional(),
  gt: limit.optional(),
  gte: limit.optional(),
  lt: limit.optional(),
  lte: limit.optional(),
  /** A part of the text, or of one in the list; case does not matter. */
  contains: z.string().min(1).max(200).optional(),
  exists: z.boolean().optional(),
});

/**
 * Fields of metadata and what they have to be: a value, which one of a list may be, or comparisons, all of which have to
 * hold. Numbers are compared as numbers, ISO dates as times.
 */
export const metadataFilter = z
  .record(z.string().max(200), z.union([value, comparison]))
  .refine((filter) => Object.keys(filter).length <= 10, 'has more than 10 fields');
export type MetadataFilter = z.output<typeof metadataFilter>;
