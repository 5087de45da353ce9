import type { LoggedEvent, RunStatus } from '@tendril/contract/run-event';
import { traceOf } from './node-work.ts';

/** What the strip says of a run in words and figures. */
export interface StripFacts {
  status: RunStatus;
  startedAt: number;
  /** Nodes that have done their work, of those that were planned or have begun; what was not taken counts nowhere. */
  settled: number;
  total: number;
  /** Messages of what failed. */
  errors: readonly string[];
  /** Attempts that failed and were made again, and restarts that it went on after. */
  retries: number;
  restarts: number;
  /** Time at work, without the time a person was waited for; undefined while it runs. */
  workMs: number | undefined;
  tokens: number;
  costUsd: number;
  part: Extract<LoggedEvent, { type: 'run-start' }>['part'];
}

const finished = new Set(['done', 'cached', 'pinned']);

/** The facts of a run at the end of these events. */
export function stripFacts(events: readonly LoggedEvent[]): StripFacts {
  const nodes = new Map<string, string>();
  for (const span of traceOf(events).spans) if (span.kind === 'node') nodes.set(span.nodeId, span.status);
  const planned = new Set<string>();
  const errors = new Set<string>();
  let status: RunStatus = 'running';
  let workMs = 0;
  let [retries, restarts] = [0, 0];
  let tokens = 0;
  let costUsd = 0;
  let part: StripFacts['part'];
  for (const event of events) {
    if (event.type === 'run-start') {
      for (const id of event.planned ?? []) planned.add(id);
      part = event.part;
      status = 'running';
    } else if (event.type === 'run-end') {
      status = event.status;
      workMs += event.ms;
      if (event.error && event.status === 'failed') errors.add(event.error.message);
    } else if (event.type === 'node-error' && event.code !== 'RUN_CANCELLED') errors.add(event.message);
    else if (event.type === 'node-retry') retries += 1;
    else if (event.type === 'run-resume') restarts += 1;
    else if (event.type === 'step-end') {
      tokens += (event.usage?.inputTokens ?? 0) + (event.usage?.outputTokens ?? 0);
      costUsd += event.costUsd ?? 0;
      if (event.error !== undefined) errors.add(event.error);
    }
  }
  return {
    status,
    startedAt: events[0]?.at ?? 0,
    settled: [...nodes.values()].filter((of) => finished.has(of)).length,
    total: [...planned.union(nodes)].filter((id) => nodes.get(id) !== 'skipped').length,
    errors: [...errors],
    retries,
    restarts,
    workMs: status === 'running' ? undefined : workMs,
    tokens,
    costUsd,
    part,
  };
}
