import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { productVersion } from '../platform/product-version.ts';
import { observeDatabase } from '../platform/telemetry/database-gauges.ts';
import { observeEventLoop } from '../platform/telemetry/event-loop-gauge.ts';
import { metricsRoutes } from '../platform/telemetry/metrics.routes.ts';

/** What this process counts: read by Prometheus, or sent to a collector. */
export function mountMetrics(app: App, infrastructure: Infrastructure): void {
  const { config, connectionWaits, db, log, metrics, otlp, processes } = infrastructure;
  const from = { metrics, version: productVersion(), processId: processes.id };
  observeDatabase(metrics, db);
  observeEventLoop(metrics);
  metrics.observe({ name: 'streams_open', help: 'Event streams that are open here.' }, () => [
    { value: app.streams.size },
  ]);
  metrics.observe({ name: 'db_pool_waiting', help: 'Queries that wait for a connection.' }, () => {
    const value = connectionWaits.count;
    return value === undefined ? [] : [{ value }];
  });
  processes.onLost(() => metrics.ownerLost.add(1));
  metricsRoutes(app, from, config.metricsToken);
  if (otlp?.metricsUrl === undefined) return;
  const pushing = import('../platform/telemetry/push-metrics.ts').then(({ pushMetrics }) =>
    pushMetrics(from, otlp, log),
  );
  app.fastify.addHook('onClose', async () => {
    const { push, stop } = await pushing;
    stop();
    await push();
  });
}
