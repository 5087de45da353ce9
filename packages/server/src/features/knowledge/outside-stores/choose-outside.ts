import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { OutsideChoice } from './outside-client.ts';
import { type OutsideStoreRow, outsideStoreStore } from './outside-stores.store.ts';
import { startOutside } from './start-outside.ts';

/**
 * Moves a knowledge base to a vector store, or back to the built-in one; in the transaction that notes the choice.
 * Until a new one is whole the one before answers. Call `jobs.poke` after the commit.
 */
export async function chooseOutside(
  trx: DatabaseTransaction,
  jobs: JobQueue,
  { workspaceId }: Scope,
  storeId: string,
  choice: OutsideChoice | null,
): Promise<void> {
  const rows = outsideStoreStore(trx);
  const scope = { workspaceId };
  const config = JSON.stringify(sorted(choice?.config ?? {}));
  const all = await rows.list(scope, storeId);
  const same = choice ? all.find((row) => row.name === choice.name && row.config === config) : undefined;
  for (const row of all) if (row.id !== same?.id) await leave(trx, row, choice === null);
  if (!choice || same?.state === 'live' || same?.state === 'filling') return;
  const fresh = { state: 'filling' as const, cursor: 0, error: null };
  const id = same?.id ?? randomUUID();
  const now = Date.now();
  const row = { ...fresh, id, workspaceId, storeId, embedding: null, name: choice.name, config };
  if (same) await rows.update(scope, id, fresh);
  else await rows.insert({ ...row, createdAt: now, updatedAt: now });
  await startOutside(trx, jobs, { id, workspaceId });
}

/** The one that answers goes on, unless vectors are compared here now. */
async function leave(trx: DatabaseTransaction, row: OutsideStoreRow, isBuiltIn: boolean): Promise<void> {
  const { id, state, cursor } = row;
  if (state !== 'filling' && !(state === 'live' && isBuiltIn)) return;
  // Nothing was written there yet: nothing has to be emptied.
  if (state === 'filling' && cursor === 0) await outsideStoreStore(trx).remove(row, id);
  else await outsideStoreStore(trx).update(row, id, { state: 'old' });
}

/** The same settings are the same text, in whatever order they come. */
function sorted(config: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).sort(([one], [other]) => (one < other ? -1 : 1)));
}
