import { Counter } from './counter.ts';
import { Histogram } from './histogram.ts';
import type { MetricDefinition } from './series.ts';

/** What a gauge reads when somebody asks. */
export interface Reading {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

type ReadGauge = () => readonly Reading[] | Promise<readonly Reading[]>;

export interface Gauge {
  readonly definition: MetricDefinition;
  read: ReadGauge;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const groupSizes = [1, 2, 4, 8, 16, 32, 64, 128];
/** Names of models are chosen by people; more than this many count as "other". */
const mostModels = 60;

const duration = (name: string, help: string, ...labels: string[]) =>
  new Histogram({ name: `tendril_${name}`, help, unit: 's', labels }, seconds);
const sum = (name: string, help: string, labels: string[], most?: number) =>
  new Counter({ name: `tendril_${name}`, help, labels }, most);

export type ServerMetrics = ReturnType<typeof createServerMetrics>;

/**
 * What this process counts of itself: plain numbers, which cost nothing while they are not requested. No label names a
 * workspace, a person, a flow or an address.
 */
export function createServerMetrics() {
  const startedAt = Date.now();
  const gauges: Gauge[] = [];
  const counters = {
    tokens: sum(
      'tokens_total',
      'Tokens sent to and received from models.',
      ['model', 'direction'],
      2 * mostModels,
    ),
    cost: sum('cost_usd_total', 'Cost of model calls whose price is known, in US dollars.', []),
    ownerLost: sum('owner_lost_total', 'How often others took this process for gone.', []),
    writeErrors: sum('write_errors_total', 'Writes of turns that the database did not take.', []),
    audioLateFrames: sum(
      'audio_late_frames_total',
      'Frames of sound in calls that came after their time.',
      [],
    ),
    spansDropped: sum('spans_dropped_total', 'Spans that no receiver of traces took.', []),
  };
  const histograms = {
    http: duration(
      'http_request_duration_seconds',
      'Requests, to the end of their response.',
      'method',
      'area',
      'status',
    ),
    run: duration('run_duration_seconds', 'Runs of flows, by how they ended.', 'status'),
    firstToken: duration('first_token_seconds', 'Model calls, to their first token.'),
    jobWait: duration('job_wait_seconds', 'From when a job was due to its start.', 'lane'),
    callTurn: duration('call_turn_seconds', 'Parts of the answers in calls.', 'part'),
    egress: duration(
      'egress_seconds',
      'Outbound requests, to the first byte of their response.',
      'host',
      'outcome',
    ),
    dbPoolWait: duration('db_pool_wait_seconds', 'Queries, until they had a connection of the pool.'),
    busLag: duration(
      'bus_lag_seconds',
      'Control messages, from being sent to being received, by those that each process sends to itself.',
    ),
    writeGroup: new Histogram(
      { name: 'tendril_write_group_size', help: 'Writes that shared one commit.', labels: [] },
      groupSizes,
    ),
  };

  return {
    ...counters,
    ...histograms,
    startedAt,
    counters: Object.values(counters),
    histograms: Object.values(histograms),
    gauges: gauges as readonly Gauge[],
    /** Adds what is read only when somebody asks. */
    observe(
      definition: Omit<MetricDefinition, 'labels'> & { labels?: readonly string[] },
      read: ReadGauge,
    ): void {
      const { name, labels = [] } = definition;
      gauges.push({ definition: { ...definition, name: `tendril_${name}`, labels }, read });
    },
  };
}
