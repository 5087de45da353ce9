import type { CallLatency } from '@tendril/contract/api/calls';
import type { CallEvent, TurnTimes } from '@tendril/contract/call-event';

type Percentiles = NonNullable<CallLatency['e2e']>;

/** Collects the latencies of a call's answers; a predefined greeting would improve every figure. */
export class AnswerTimes {
  readonly all: TurnTimes[] = [];
  readonly #answers = new Set<number>();

  note(event: CallEvent): void {
    if (event.type === 'turn-start' && event.cause === 'answer') this.#answers.add(event.turn);
    if (event.type === 'agent-turn' && this.#answers.has(event.turn)) this.all.push(event.times);
  }
}

/** What an answer that was begun early still had to wait for its vendors says nothing about them. */
const vendorParts: ReadonlySet<keyof CallLatency> = new Set(['llm', 'tts']);
const parts = { e2e: 'e2eMs', asr: 'sttMs', llm: 'llmMs', tts: 'ttsMs' } as const;

/** Retell's figures of a call, from the latencies of its answers; a part that was never measured is left out. */
export function toLatency(times: readonly TurnTimes[]): CallLatency {
  const latency: CallLatency = {};
  for (const [part, field] of Object.entries(parts) as [keyof typeof parts, keyof TurnTimes][]) {
    const measured = vendorParts.has(part) ? times.filter(({ aheadMs }) => aheadMs === undefined) : times;
    const values = measured.flatMap((one) => one[field] ?? []);
    if (values.length > 0) latency[part] = percentilesOf(values);
  }
  return latency;
}

function percentilesOf(values: readonly number[]): Percentiles {
  return {
    p50: percentileOf(values, 50),
    p90: percentileOf(values, 90),
    p95: percentileOf(values, 95),
    p99: percentileOf(values, 99),
    max: Math.max(...values),
    min: Math.min(...values),
    num: values.length,
    values: [...values],
  };
}

/** The given percentile; `values` must not be empty. */
function percentileOf(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}
