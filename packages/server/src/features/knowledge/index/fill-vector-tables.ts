import type { Logger } from 'pino';
import type { IndexPlace } from './index-rows.store.ts';
import type { GrowingTable, vectorTableWrites } from './vector-table-writes.store.ts';

interface FillParts {
  writes: ReturnType<typeof vectorTableWrites>;
  log: Pick<Logger, 'info'>;
  signal: AbortSignal;
}

interface Filled {
  place: IndexPlace;
  table: GrowingTable;
}

/** After so long it is the next table's turn: a large one holds up no other. */
const turnMs = 10_000;
/** Each addition takes about so long: no statement is long under way, and what is lost by a stop is little. */
const additionMs = 300;
const firstRows = 1;
const mostRows = 500;

/** Adds everything to the tables of these places that they do not have yet, in turns. */
export async function fillVectorTables(
  parts: FillParts,
  places: readonly (IndexPlace & { dimensions: number })[],
): Promise<void> {
  let open: Filled[] = [];
  for (const { dimensions, ...place } of places)
    open.push({ place, table: await parts.writes.ensure(place, dimensions) });
  while (open.length > 0) {
    const left: Filled[] = [];
    for (const { place, table } of open) {
      const later = await addSome(parts, place, table);
      if (later) left.push({ place, table: later });
    }
    open = left;
  }
}

/** One turn; returns the table where there may be more to add. */
async function addSome(
  parts: FillParts,
  place: IndexPlace,
  table: GrowingTable,
): Promise<GrowingTable | undefined> {
  let { lastSeq } = table;
  let rows = firstRows;
  for (const until = performance.now() + turnMs; performance.now() < until; ) {
    parts.signal.throwIfAborted();
    const begunAt = performance.now();
    const next = await parts.writes.addNext(place, { ...table, lastSeq }, rows);
    if (next === undefined) return undefined;
    if (next === lastSeq) {
      await finish(parts, place, table);
      return undefined;
    }
    lastSeq = next;
    rows = rowsFor(rows, performance.now() - begunAt);
  }
  return { ...table, lastSeq };
}

/** How many to add next, after so many took so long. */
const rowsFor = (rows: number, ms: number): number =>
  Math.max(1, Math.min(mostRows, rows * 2, Math.floor((rows * additionMs) / Math.max(1, ms))));

async function finish({ writes, log }: FillParts, place: IndexPlace, table: GrowingTable): Promise<void> {
  await writes.sweep(place, table);
  if (table.isReady) return;
  await writes.publish(place);
  log.info({ storeId: place.storeId }, 'a knowledge base is compared by pgvector from now on');
}
