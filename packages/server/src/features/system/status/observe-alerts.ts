import { alertKinds } from '@tendril/contract/api/system';
import type { Database } from '../../../platform/db/schema.ts';
import type { ServerMetrics } from '../../../platform/telemetry/server-metrics.ts';
import { alertStore } from './alerts.store.ts';

/** How many alerts hold, of the whole installation: each process reports the same. Every kind is there, also with none. */
export function observeAlerts(metrics: ServerMetrics, db: Database): void {
  metrics.observe(
    { name: 'alerts', help: 'Alerts of the page System that hold, by kind.', labels: ['kind'] },
    async () => {
      const open = await alertStore(db)
        .listOpen()
        .catch(() => undefined);
      // Without the database nothing is known of the others.
      if (!open) return [{ value: 1, labels: { kind: 'database' } }];
      const kinds = open.map(({ kind }) => kind);
      return alertKinds.map((kind) => ({
        value: kinds.filter((other) => other === kind).length,
        labels: { kind },
      }));
    },
  );
}
