import { queryOptions } from '@tanstack/react-query';
import { listCalls } from '@tendril/contract/api/calls';
import { call } from '../../kit/api/call.ts';

/** More than this is not counted: the header says "200+". */
export const mostCounted = 200;

/** The newest calls of a number. */
export const numberCallsQuery = (phoneNumber: string) =>
  queryOptions({
    queryKey: ['calls', 'of-number', phoneNumber],
    queryFn: ({ signal }) => call(listCalls, { query: { number: phoneNumber, limit: mostCounted }, signal }),
    enabled: phoneNumber !== '',
    retry: false,
  });
