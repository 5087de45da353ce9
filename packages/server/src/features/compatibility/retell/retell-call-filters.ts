import type { Call } from '@tendril/contract/api/calls';
import type { RetellCallFilters } from '@tendril/contract/api/retell-calls';
import type { RetellFilter, RetellKeyedFilter } from '@tendril/contract/api/retell-filters';
import type { CallSearch, ColumnTest } from '../../voice/calls/public.ts';

const columns = {
  call_id: 'id',
  call_status: 'status',
  direction: 'direction',
  disconnection_reason: 'disconnectionReason',
  from_number: 'fromNumber',
  to_number: 'toNumber',
  duration_ms: 'durationMs',
  start_timestamp: 'startedAt',
  end_timestamp: 'endedAt',
  combined_cost: 'costUsd',
  e2e_latency_p50: 'e2eP50Ms',
} as const;

type ColumnTests = CallSearch['tests'];

const centsPerDollar = 100;
const kindsOf = { web_call: 'web', phone_call: 'phone' } as const;

/** What columns say of Retell's filters, and what has to be read in each call. */
export function readRetellFilters(
  filters: RetellCallFilters,
): Pick<CallSearch, 'kinds' | 'agents' | 'tests'> & { holds?: (call: Call) => boolean } {
  const tests: ColumnTests[number][] = Object.entries(columns).flatMap(([name, column]) => {
    const filter = filters[name as keyof typeof columns];
    return filter ? [{ ...toColumn(name, filter), column }] : [];
  });
  const { call_successful: successful } = filters;
  if (successful) tests.push({ column: 'isSuccessful', op: 'eq', value: successful.value ? 1 : 0 });
  const types = filters.call_type?.value ?? Object.keys(kindsOf);
  const kinds = Object.entries(kindsOf).flatMap(([type, kind]) => (types.includes(type) ? [kind] : []));
  const holds = contentTests(filters);
  return {
    kinds,
    ...(filters.agent && {
      agents: filters.agent.map(({ agent_id: agentId, version: versions }) => ({ agentId, versions })),
    }),
    tests,
    ...(holds.length > 0 && { holds: (call: Call) => holds.every((one) => one(call)) }),
  };
}

/** Prices are kept in dollars. */
function toColumn(name: string, filter: Exclude<RetellFilter, { type: 'boolean' | 'present' }>): ColumnTest {
  const unit = name === 'combined_cost' ? centsPerDollar : 1;
  if (filter.type === 'range') {
    const [from, to] = filter.value;
    return { op: 'bt', value: [from / unit, to / unit] };
  }
  if (filter.type === 'number') return { op: filter.op, value: filter.value / unit };
  return filter.type === 'enum' ? { op: 'in', value: filter.value } : { op: filter.op, value: filter.value };
}

function contentTests(filters: RetellCallFilters): ((call: Call) => boolean)[] {
  const { in_voicemail: voicemail, user_sentiment: sentiment, tool_calls: tools } = filters;
  const keyed = (all: RetellKeyedFilter[] | undefined, of: (call: Call) => Record<string, unknown>) =>
    (all ?? []).map((filter) => (call: Call) => isMet(filter, of(call)[filter.key]));
  return [
    ...(voicemail ? [({ analysis }: Call) => analysis?.inVoicemail === voicemail.value] : []),
    ...(sentiment
      ? [({ analysis }: Call) => analysis !== null && sentiment.value.includes(analysis.userSentiment)]
      : []),
    ...keyed(filters.custom_analysis_data, ({ analysis }) => analysis?.customAnalysisData ?? {}),
    ...keyed(filters.dynamic_variables, ({ variables }) => variables),
    ...keyed(filters.metadata, ({ metadata }) => metadata),
    ...(tools ?? []).map(
      ({ name, success }) =>
        ({ transcript }: Call) =>
          transcript.some(
            ({ tool }) =>
              tool &&
              (name === undefined || tool.name === name) &&
              (success === undefined || tool.isOk === success.value),
          ),
    ),
  ];
}

function isMet(filter: RetellFilter, value: unknown): boolean {
  const isThere = value !== undefined && value !== null && value !== '';
  if (filter.type === 'present') return isThere === (filter.op === 'pr');
  if (filter.type === 'boolean') return value === filter.value;
  if (filter.type === 'enum') return isThere && filter.value.includes(String(value));
  if (filter.type === 'string') return isThere && meetsWord(filter, String(value));
  const number = isThere ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) return false;
  if (filter.type === 'range') return number >= filter.value[0] && number <= filter.value[1];
  return meetsNumber(filter, number);
}

function meetsWord({ op, value }: Extract<RetellFilter, { type: 'string' }>, text: string): boolean {
  const given = text.toLowerCase();
  const wanted = value.toLowerCase();
  return {
    eq: given === wanted,
    ne: given !== wanted,
    sw: given.startsWith(wanted),
    ew: given.endsWith(wanted),
    co: given.includes(wanted),
  }[op];
}

function meetsNumber({ op, value }: Extract<RetellFilter, { type: 'number' }>, number: number): boolean {
  return {
    eq: number === value,
    ne: number !== value,
    gt: number > value,
    ge: number >= value,
    lt: number < value,
    le: number <= value,
  }[op];
}
