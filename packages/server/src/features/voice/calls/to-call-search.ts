import type { listCalls } from '@tendril/contract/api/calls';
import type { Query } from '@tendril/contract/api/endpoint';
import type { CallSearch } from './searched-calls.store.ts';

/** What a list of calls is narrowed to. */
export type CallFilter = Query<typeof listCalls>;

const served = ['web', 'phone'] as const;

/** A list's query as a search. */
export function toCallSearch(filter: CallFilter): CallSearch & { limit: number } {
  const { agentId, number, kind, isServed, status, result, search, from, to, before, beforeId, limit } =
    filter;
  const tests: CallSearch['tests'][number][] = [];
  if (status) tests.push({ column: 'status', op: 'eq', value: status });
  if (result) tests.push({ column: 'isSuccessful', op: 'eq', value: result === 'success' ? 1 : 0 });
  if (from !== undefined) tests.push({ column: 'createdAt', op: 'ge', value: from });
  if (to !== undefined) tests.push({ column: 'createdAt', op: 'le', value: to });
  const kinds = kind ? [kind] : isServed && served;
  return {
    tests,
    limit,
    ...(kinds && { kinds }),
    ...(agentId !== undefined && { agents: [{ agentId }] }),
    ...(number !== undefined && { number }),
    ...(search && { words: search }),
    ...(before !== undefined && { after: { createdAt: before, id: beforeId } }),
  };
}
