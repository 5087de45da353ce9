import { readMetrics } from '@tendril/contract/api/server-status';
import { AppError } from '@tendril/contract/app-error';
import type { App } from '../http/app.ts';
import { serveRaw } from '../http/serve.ts';
import type { CollectedFrom } from './collect-metrics.ts';
import { mayReadMetrics } from './may-read-metrics.ts';

/** What this process counts, for Prometheus. */
export function metricsRoutes(app: App, from: CollectedFrom, token: string | undefined): void {
  serveRaw(
    app,
    readMetrics,
    async ({ reply }) => {
      const { prometheusText } = await import('./prometheus-text.ts');
      return reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(await prometheusText(from));
    },
    {
      async admit(request) {
        if (!mayReadMetrics(request, token))
          throw new AppError(
            'FORBIDDEN',
            'Metrics are for this machine itself, or for readers with METRICS_TOKEN.',
          );
      },
    },
  );
}
