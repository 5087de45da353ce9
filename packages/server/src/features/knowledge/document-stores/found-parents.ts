import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { storeLoaderStore } from './document-stores.store.ts';
import { joinNeighbours, type Neighbour } from './join-neighbours.ts';
import { parentStore } from './parents.store.ts';

interface FoundText extends Neighbour {
  id: string;
}

/** Several chunks of one parent count once: so many times more are looked for. */
const wider = 4;
const mostFound = 200;

/**
 * Finds chunks, best first, and gives each as its parent where it has one; of one parent only the best. Others that
 * follow each other are joined. `find` gets how many to look for.
 */
export async function findWithParents<Found extends FoundText>(
  db: Database,
  store: Scope & { id: string },
  topK: number | undefined,
  find: (topK: number | undefined) => Promise<Found[]>,
): Promise<Found[]> {
  const loaders = await storeLoaderStore(db).summaries(store, store.id);
  const hasParents = await parentStore(db).isUsed(
    store,
    loaders.map(({ id }) => id),
  );
  if (!hasParents) return joinNeighbours(await find(topK), () => false);
  const wanted = topK ?? 4;
  const found = await find(Math.min(mostFound, wanted * wider));
  const parents = await parentStore(db).ofChunks(
    store,
    found.map(({ id }) => id),
  );
  const seen = new Set<string>();
  const given = found.flatMap((chunk) => {
    const parent = parents.get(chunk.id);
    if (!parent) return [chunk];
    if (seen.has(parent.key)) return [];
    seen.add(parent.key);
    return [{ ...chunk, pageContent: parent.text }];
  });
  return joinNeighbours(given.slice(0, wanted), ({ id }) => parents.has(id));
}
