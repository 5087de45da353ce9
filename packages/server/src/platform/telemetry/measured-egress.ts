import type { Egress } from '../egress/egress.ts';
import { hostClass } from './host-class.ts';
import type { ServerMetrics } from './server-metrics.ts';

/** The same egress client, which counts how long others took to answer. */
export function measuredEgress(egress: Egress, { egress: histogram }: ServerMetrics): Egress {
  const measured =
    (fetch: Egress['fetch']): Egress['fetch'] =>
    async (input, init, options) => {
      const startedAt = performance.now();
      let outcome = 'failed';
      try {
        const response = await fetch(input, init, options);
        outcome = `${Math.floor(response.status / 100)}xx`;
        return response;
      } finally {
        histogram.record((performance.now() - startedAt) / 1000, hostClass(hostOf(input)), outcome);
      }
    };
  return {
    ...egress,
    fetch: measured(egress.fetch),
    of(workspaceId) {
      const own = egress.of(workspaceId);
      return { ...own, fetch: measured(own.fetch) };
    },
  };
}

function hostOf(input: string | URL | Request): string {
  if (input instanceof URL) return input.hostname;
  return URL.parse(typeof input === 'string' ? input : input.url)?.hostname ?? '';
}
