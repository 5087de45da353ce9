import type { Scope } from '../../../platform/db/scope.ts';
import type { Calls, FoundCall } from '../../voice/calls/public.ts';
import { readPlaceKey, toPlaceKey } from './call-place-key.ts';

interface PageRequest {
  limit?: number | undefined;
  skip?: number | undefined;
  include_total?: boolean | undefined;
  sort_order?: 'ascending' | 'descending' | undefined;
  pagination_key?: string | undefined;
}

type Filters = Omit<
  Parameters<Calls['search']>[1],
  'limit' | 'skip' | 'includeTotal' | 'isAscending' | 'after'
>;

interface Page<T> {
  items: T[];
  has_more: boolean;
  pagination_key?: string;
  total?: number;
}

/** One page of calls or chats, as Retell's lists answer them. */
export async function searchRetellPage<T>(
  calls: Pick<Calls, 'search'>,
  scope: Scope,
  filters: Filters,
  request: PageRequest,
  toItem: (found: FoundCall) => T,
): Promise<Page<T>> {
  const { limit = 50, skip = 0, include_total: includeTotal = false, pagination_key: key } = request;
  const found = await calls.search(scope, {
    ...filters,
    limit,
    skip,
    includeTotal,
    isAscending: request.sort_order === 'ascending',
    ...(key !== undefined && { after: readPlaceKey(key) }),
  });
  const last = found.calls.at(-1);
  return {
    items: found.calls.map(toItem),
    has_more: found.hasMore,
    ...(found.hasMore && last && { pagination_key: toPlaceKey(last.call) }),
    ...(found.total !== undefined && { total: found.total }),
  };
}
