import { hostname } from 'node:os';
import type {
  GaugeMetricData,
  HistogramMetricData,
  MetricData,
  ResourceMetrics,
  SumMetricData,
} from '@opentelemetry/sdk-metrics';
import type { Counter } from './counter.ts';
import type { Histogram } from './histogram.ts';
import type { MetricDefinition } from './series.ts';
import type { Gauge, ServerMetrics } from './server-metrics.ts';

export interface CollectedFrom {
  readonly metrics: ServerMetrics;
  readonly version: string;
  readonly processId: string;
}

type Time = [seconds: number, nanoseconds: number];
type Span = { startTime: Time; endTime: Time };

/** Everything that this process counts and reads, in the shape that exporters of OpenTelemetry take. */
export async function collectMetrics({
  metrics,
  version,
  processId,
}: CollectedFrom): Promise<ResourceMetrics> {
  const [{ DataPointType, AggregationTemporality }, { resourceFromAttributes }, { ValueType }] =
    await Promise.all([
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/api'),
    ]);
  const span: Span = { startTime: toTime(metrics.startedAt), endTime: toTime(Date.now()) };
  const aggregationTemporality = AggregationTemporality.CUMULATIVE;
  const descriptor = ({ name, help, unit = '' }: MetricDefinition) => ({
    name,
    description: help,
    unit,
    valueType: ValueType.DOUBLE,
  });

  const sumOf = ({ series }: Counter): SumMetricData => ({
    descriptor: descriptor(series.definition),
    aggregationTemporality,
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints: [...series.entries()].map(([attributes, { sum }]) => ({ ...span, attributes, value: sum })),
  });
  const distributionOf = ({ bounds, series }: Histogram): HistogramMetricData => ({
    descriptor: descriptor(series.definition),
    aggregationTemporality,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: [...series.entries()].map(([attributes, { count, sum, counts }]) => ({
      ...span,
      attributes,
      value: { count, sum, buckets: { boundaries: [...bounds], counts: [...counts] } },
    })),
  });
  const readingsOf = async ({ definition, read }: Gauge): Promise<GaugeMetricData> => ({
    descriptor: descriptor(definition),
    aggregationTemporality,
    dataPointType: DataPointType.GAUGE,
    // A database that does not answer leaves its gauges out, and nothing else.
    dataPoints: (
      await Promise.resolve()
        .then(read)
        .catch(() => [])
    ).map(({ value, labels = {} }) => ({
      ...span,
      attributes: { ...labels },
      value,
    })),
  });

  const all: MetricData[] = [
    ...metrics.counters.map(sumOf),
    ...metrics.histograms.map(distributionOf),
    ...(await Promise.all(metrics.gauges.map(readingsOf))),
  ];
  return {
    resource: resourceFromAttributes({
      'service.name': 'tendril',
      'service.version': version,
      'service.instance.id': processId,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    scopeMetrics: [
      { scope: { name: 'tendril', version }, metrics: all.filter(({ dataPoints }) => dataPoints.length > 0) },
    ],
  };
}

function toTime(ms: number): Time {
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
}
