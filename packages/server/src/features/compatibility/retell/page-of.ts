import type { RetellPageQuery } from '@tendril/contract/api/retell-pages';
import { AppError } from '@tendril/contract/app-error';

interface Page<Item> {
  items: Item[];
  has_more: boolean;
  pagination_key?: string;
}

/** A page of a short list whose items come newest first. */
export function pageOf<Item>(
  newestFirst: readonly Item[],
  { limit, pagination_key, sort_order }: RetellPageQuery,
  keyOf: (item: Item) => string,
): Page<Item> {
  const all = sort_order === 'ascending' ? newestFirst.toReversed() : newestFirst;
  const before = pagination_key === undefined ? -1 : all.findIndex((item) => keyOf(item) === pagination_key);
  if (pagination_key !== undefined && before < 0) {
    const message = 'is not a key that a page gave';
    throw new AppError('INVALID_INPUT', `query.pagination_key: ${message}`, {
      details: [{ path: 'query.pagination_key', message }],
    });
  }
  const items = all.slice(before + 1, before + 1 + limit);
  const last = items.at(-1);
  const hasMore = before + 1 + items.length < all.length;
  return { items, has_more: hasMore, ...(hasMore && last && { pagination_key: keyOf(last) }) };
}
