import type { listCalls } from '@tendril/contract/api/calls';
import type { SentQuery } from '@tendril/contract/api/endpoint';
import { disconnectionReasons } from '@tendril/contract/call-event';
import type { CallFilter } from './use-call-filter.ts';

type CallQuery = Partial<SentQuery<typeof listCalls>>;

const dayMs = 24 * 60 * 60_000;
const sinceMs: Readonly<Record<string, number>> = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs };
const known = {
  kind: ['web', 'phone', 'test', 'simulation'],
  status: ['ongoing', 'ended', 'error', 'not_connected'],
  result: ['success', 'failure'],
  direction: ['inbound', 'outbound'],
  sentiment: ['Negative', 'Positive', 'Neutral', 'Unknown'],
  reason: disconnectionReasons,
} as const;

/** What the server is asked for a filter; what an address has made up is left out. */
export function toCallQuery(filter: CallFilter, now: number): CallQuery {
  const one = <N extends keyof typeof known>(name: N) => {
    const value = (known[name] as readonly string[]).find((each) => each === filter[name]);
    return value === undefined ? {} : { [name]: value as (typeof known)[N][number] };
  };
  return {
    ...(filter.search !== '' && { search: filter.search }),
    ...(filter.number !== '' && { numberPart: filter.number }),
    ...(/^[\w-]{1,64}$/.test(filter.agent) && { agentId: filter.agent }),
    ...{ isServed: 'true' as const, ...one('status'), ...one('result') },
    ...{ ...one('direction'), ...one('sentiment'), ...one('reason') },
    ...(filter.said !== '' && { said: filter.said }),
    ...(filter.tool !== '' && { tool: filter.tool }),
    ...(isWholeMs(filter.slower) && { minLatencyMs: Number(filter.slower) }),
    ...(isUsd(filter.costlier) && { minCostUsd: Number(filter.costlier) }),
    ...('kind' in one('kind') && { ...one('kind'), isServed: undefined }),
    ...times(filter, now),
    ...durations(filter),
  } as CallQuery;
}

/** What the field for the time to answer takes. */
export const isWholeMs = (text: string): boolean => /^\d{1,6}$/.test(text);

/** What the field for the cost takes. */
export const isUsd = (text: string): boolean => /^\d{1,6}(\.\d{1,6})?$/.test(text);

function times({ since, from, to }: CallFilter, now: number): CallQuery {
  const ago = sinceMs[since];
  if (ago !== undefined) return { from: Math.floor((now - ago) / 60_000) * 60_000 };
  const [first, last] = [dayStart(from), dayStart(to)];
  return {
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last + dayMs - 1 }),
  };
}

/** A day as its field has it, at its first moment here. */
function dayStart(day: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00`).getTime() : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function durations({ longer, shorter }: CallFilter): CallQuery {
  const seconds = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined);
  const [least, most] = [seconds(longer), seconds(shorter)];
  return {
    ...(least !== undefined && { minDurationMs: least }),
    ...(most !== undefined && { maxDurationMs: most }),
  };
}
