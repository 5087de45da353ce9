import { type CollectedFrom, collectMetrics } from './collect-metrics.ts';

/** The metrics as Prometheus reads them. */
export async function prometheusText(from: CollectedFrom): Promise<string> {
  const [{ PrometheusSerializer }, metrics] = await Promise.all([
    import('@opentelemetry/exporter-prometheus'),
    collectMetrics(from),
  ]);
  return `${new PrometheusSerializer(undefined, false, undefined, false, true).serialize(metrics).trim()}\n`;
}
