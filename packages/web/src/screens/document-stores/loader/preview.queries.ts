import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { previewLoader } from '@tendril/contract/api/document-stores';
import type { SentBody } from '@tendril/contract/api/endpoint';
import { call } from '../../../kit/api/call.ts';

export type PreviewBody = SentBody<typeof previewLoader>;

// A body may hold a text of megabytes: it is known by number, not by its words.
const numbers = new WeakMap<PreviewBody, number>();
let last = 0;

function numberOf(body: PreviewBody): number {
  const known = numbers.get(body);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(body, last);
  return last;
}

/** The first chunks that a form would give; the ones before stay until the new ones are there. */
export function previewQuery(body: PreviewBody | null) {
  return queryOptions({
    queryKey: ['document-store-preview', body === null ? 0 : numberOf(body)],
    queryFn: body === null ? skipToken : ({ signal }) => call(previewLoader, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
