import type { Job } from '@tendril/contract/api/jobs';
import type { OutsideStoreState } from '@tendril/contract/api/outside-stores';
import type { Scope } from '../../../platform/db/scope.ts';
import type { OutsideParts } from './outside-parts.ts';
import { outsideRemovalStore } from './outside-removals.store.ts';
import { type OutsideStoreRow, outsideStoreStore } from './outside-stores.store.ts';
import { outsideVectorStore } from './outside-vectors.store.ts';

/** The vector stores elsewhere of a knowledge base, and how far each is; their labels are their names. */
export async function listOutside(
  parts: OutsideParts,
  scope: Scope,
  storeId: string,
): Promise<OutsideStoreState[]> {
  const rows = await outsideStoreStore(parts.db).list(scope, storeId);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const open = await parts.jobs.listOpen(scope, ids);
  return Promise.all(rows.map((row) => describe(parts, row, open)));
}

async function describe(
  { reads }: OutsideParts,
  row: OutsideStoreRow,
  open: readonly Job[],
): Promise<OutsideStoreState> {
  const vectors = outsideVectorStore(reads.of(row));
  const { id, name, state, error, updatedAt, embedding, cursor } = row;
  const place = embedding === null ? undefined : { ...row, embedding };
  return {
    ...{ id, name, label: name, state, error, updatedAt },
    written: place ? await vectors.count(place, cursor) : 0,
    total: place ? await vectors.count(place) : 0,
    removals: await outsideRemovalStore(reads.of(row)).count(id),
    job: open.find(({ subjectId }) => subjectId === id) ?? null,
  };
}
