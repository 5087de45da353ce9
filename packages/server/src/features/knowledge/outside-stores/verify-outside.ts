import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import { askWithin, type OutsideClient } from './outside-client.ts';
import type { OutsideStoreRow } from './outside-stores.store.ts';
import { outsideVectorStore } from './outside-vectors.store.ts';
import { pointId } from './point-id.ts';

const sampled = 12;
const askMs = 30_000;
/** Vendors count and index late: how long to wait before each further look. */
const waitsMs = [100, 300, 1000, 2000, 4000, 8000, 15_000];
/** It counts no more than before, in so many looks: nothing is on its way. */
const mostAlike = 4;
/** So many texts with the same vector may stand before the one that is looked for. */
const lookedThrough = 50;

type Place = OutsideStoreRow & { embedding: string };

/**
 * Checks that a vector store elsewhere has every vector that was written there: by their number, and by finding some of
 * them. Throws PROVIDER_REFUSED with what is missing.
 */
export async function verifyOutside(
  db: Database,
  client: OutsideClient,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  let missing: string | undefined;
  let alike = 0;
  for (const waitMs of [0, ...waitsMs]) {
    if (waitMs > 0) await delay(waitMs, undefined, { signal, ref: false });
    const before = missing;
    missing = await whatIsMissing(db, client, place, signal);
    if (missing === undefined) return;
    alike = missing === before ? alike + 1 : 0;
    if (alike >= mostAlike) break;
  }
  throw new AppError('PROVIDER_REFUSED', `${client.label} ${missing}`);
}

async function whatIsMissing(
  db: Database,
  client: OutsideClient,
  place: Place,
  signal: AbortSignal,
): Promise<string | undefined> {
  const vectors = outsideVectorStore(db);
  const expected = await vectors.count(place, place.cursor);
  const { store } = client;
  const { count } = store;
  const counted = count && (await askWithin(client, askMs, signal, (context) => count(context)));
  if (counted !== undefined && counted < expected)
    return `has ${counted.toLocaleString('en-US')} of ${expected.toLocaleString('en-US')} vectors.`;
  const step = Math.max(1, Math.floor(expected / sampled));
  let cursor = 0;
  for (let at = 0; at < Math.min(sampled, expected); at += 1) {
    const [sample] = await vectors.after(place, cursor, 1);
    if (!sample || sample.seq > place.cursor) return undefined;
    cursor = Math.max(sample.seq, cursor + step);
    // A vector without a direction is near to nothing.
    if (sample.vector.every((value) => value === 0)) continue;
    const query = { text: '', vector: [...sample.vector], count: lookedThrough, wantsVectors: false };
    const found = await askWithin(client, askMs, signal, (context) => store.search(query, context));
    const wanted = pointId(place.id, sample.seq);
    if (found.length < lookedThrough && !found.some(({ id }) => id?.toLowerCase() === wanted))
      return 'does not find a vector that was written to it.';
  }
  return undefined;
}
