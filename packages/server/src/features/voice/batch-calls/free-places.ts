import type { BatchCallTable } from '../../../platform/db/batch-call-tables.ts';
import { batchContactStore } from './batch-contacts.store.ts';
import type { RoundParts } from './batch-round.ts';
import { readSettings } from './batch-row.ts';
import { batchTryStore } from './batch-tries.store.ts';

/** How long a telephone may ring. */
const ringMs = 10 * 60_000;
/** Where nothing sets a limit. */
const mostAtOnce = 50;

interface FreePlaces {
  count: number;
  /** There would be room if other calls of the workspace ended. */
  isOfOthers: boolean;
}

/** How many calls a batch may place now: its own limit, and what the workspace's limit leaves. */
export async function freePlaces({ db, limits }: RoundParts, batch: BatchCallTable): Promise<FreePlaces> {
  const { concurrency, reserved } = readSettings(batch);
  const contacts = batchContactStore(db);
  const own = (await contacts.calling({ workspaceId: batch.workspaceId, batchId: batch.id })).length;
  const ownFree = (concurrency === 0 ? mostAtOnce : concurrency) - own;
  const { workspaceCalls } = await limits.of(batch);
  if (workspaceCalls === 0) return { count: ownFree, isOfOthers: false };
  const underWay = await batchTryStore(db).callsUnderWay(batch, Date.now() - ringMs);
  const left = workspaceCalls - reserved - underWay;
  return { count: Math.min(ownFree, left), isOfOthers: left < ownFree && left <= 0 };
}
