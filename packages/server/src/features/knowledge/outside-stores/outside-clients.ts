import type { OpenOutsideClient, OutsideChoice, OutsideClient } from './outside-client.ts';
import type { OutsideStoreRow } from './outside-stores.store.ts';

const keptMs = 60_000;
const mostKept = 64;

/** Clients of the vector stores that questions are asked of: some vendors are asked for an address when one is opened. */
export function createOutsideClients(open: OpenOutsideClient) {
  const kept = new Map<string, { client: Promise<OutsideClient>; until: number }>();
  return {
    of(row: OutsideStoreRow, signal: AbortSignal): Promise<OutsideClient> {
      const known = kept.get(row.id);
      if (known && known.until > performance.now()) return known.client;
      const choice = { name: row.name, config: JSON.parse(row.config) as OutsideChoice['config'] };
      const client = open(row, row.storeId, choice, signal);
      kept.delete(row.id);
      kept.set(row.id, { client, until: performance.now() + keptMs });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      client.catch(() => kept.delete(row.id));
      return client;
    },

    /** Reopens it for the next question: its key may have been changed. */
    forget: (id: string) => void kept.delete(id),
  };
}
