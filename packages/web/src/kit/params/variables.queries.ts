import { queryOptions } from '@tanstack/react-query';
import { listVariables } from '@tendril/contract/api/variables';
import { call } from '../api/call.ts';

/** Config variables that texts may name. */
export const variablesQuery = queryOptions({
  queryKey: ['variables'],
  queryFn: ({ signal }) => call(listVariables, { signal }),
});
