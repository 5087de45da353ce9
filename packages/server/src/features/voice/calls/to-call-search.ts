import type { listCalls } from '@tendril/contract/api/calls';
import type { Query } from '@tendril/contract/api/endpoint';
import type { CallSearch } from './searched-calls.store.ts';

/** What a list of calls is narrowed to. */
export type CallFilter = Query<typeof listCalls>;

const served = ['web', 'phone'] as const;

/** A list's query as a search. */
export function toCallSearch(filter: CallFilter): CallSearch & { limit: number } {
  const { agentId, number, numberPart, sentiment, kind, isServed, search, before, beforeId, limit } = filter;
  const [said, tool] = [filter.said?.trim(), filter.tool?.trim()];
  const kinds = kind ? [kind] : isServed && served;
  const digits = numberPart?.replace(/\D/g, '') ?? '';
  return {
    tests: testsOf(filter),
    limit,
    ...(kinds && { kinds }),
    ...(agentId !== undefined && { agents: [{ agentId }] }),
    ...(number !== undefined && { number }),
    ...(digits !== '' && { digits }),
    ...(sentiment && { sentiment }),
    ...(search && { words: search }),
    ...(said && { said }),
    ...(tool && { tool }),
    ...(before !== undefined && { after: { createdAt: before, id: beforeId } }),
  };
}

function testsOf(filter: CallFilter): CallSearch['tests'] {
  const { status, result, direction, minDurationMs, maxDurationMs, from, to } = filter;
  const { reason, minLatencyMs, minCostUsd } = filter;
  const tests: CallSearch['tests'][number][] = [];
  if (status) tests.push({ column: 'status', op: 'eq', value: status });
  if (result) tests.push({ column: 'isSuccessful', op: 'eq', value: result === 'success' ? 1 : 0 });
  if (from !== undefined) tests.push({ column: 'createdAt', op: 'ge', value: from });
  if (to !== undefined) tests.push({ column: 'createdAt', op: 'le', value: to });
  if (direction) tests.push({ column: 'direction', op: 'eq', value: direction });
  if (minDurationMs !== undefined) tests.push({ column: 'durationMs', op: 'ge', value: minDurationMs });
  if (maxDurationMs !== undefined) tests.push({ column: 'durationMs', op: 'le', value: maxDurationMs });
  if (reason) tests.push({ column: 'disconnectionReason', op: 'eq', value: reason });
  if (minLatencyMs !== undefined) tests.push({ column: 'e2eP50Ms', op: 'ge', value: minLatencyMs });
  if (minCostUsd !== undefined) tests.push({ column: 'costUsd', op: 'ge', value: minCostUsd });
  return tests;
}
