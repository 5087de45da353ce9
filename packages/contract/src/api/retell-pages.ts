import * as z from 'zod';

/**
 * Prefix for the public clients of Retell's API. Unknown keys of their bodies are dropped, responses have Retell's
 * names and units, errors are `{ status: 'error', message }`.
 */
export const retellPrefix = '/api/retell';
export const retellTag = 'Retell clients';
export const retellAuth = 'sessionOrKey';

export const retellId = z.string().min(1, 'must not be empty').max(64);

/** Query of a list: newest first unless asked otherwise. */
export const retellPageQuery = z.object({
  limit: z.coerce.number().int().min(1, 'must be 1 to 1000').max(1000, 'must be 1 to 1000').default(50),
  pagination_key: z.string().max(200).optional(),
  sort_order: z.enum(['ascending', 'descending']).default('descending'),
});
export type RetellPageQuery = z.output<typeof retellPageQuery>;

/** A page of a list; `pagination_key` is there when more follow. */
export const retellPage = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), has_more: z.boolean(), pagination_key: z.string().optional() });

/** A version in a query: a number, as text. */
export const retellVersionNumber = z.coerce.number('must be the number of a version').int().min(0);
/** `latest`: the draft; `latest_published`: the newest that was published. */
const retellVersion = z.union(
  [z.enum(['latest', 'latest_published']), retellVersionNumber],
  'must be the number of a version, latest or latest_published',
);
export type RetellVersion = z.output<typeof retellVersion>;
export const retellVersionQuery = z.object({ version: retellVersion.optional() });
