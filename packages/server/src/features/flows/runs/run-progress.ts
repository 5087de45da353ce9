import { insertMany } from '../../../platform/db/insert-many.ts';
import type { Database, DatabaseTransaction, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';

type ProgressRow = Schema['run_progress'];

/**
 * What a run needs to go on after a crash: the request, as far as its other rows do not hold it; each step's result, and
 * what has been done inside a step in progress; the answer, while the flow's settings work on it; and each attempt to go on.
 */
export interface ProgressEntry {
  kind: ProgressRow['kind'];
  /** Plain JSON. */
  value: unknown;
}

/** That a process in order left the run to another, which is no attempt that failed. */
export const handedOver: ProgressEntry = { kind: 'attempt', value: 'handed over' };

const placeOf = ({ workspaceId, runId, seq }: Pick<ProgressRow, 'workspaceId' | 'runId' | 'seq'>) =>
  ({
    workspaceId,
    column: 'run_progress.data',
    key: `${runId}/${seq}`,
    label: 'What this run has done so far',
    remedy: 'Ask again.',
  }) satisfies SealedPlace;

/** The stored form of an entry: sealed, because a caller may have sent secrets, and steps may have read some. */
export function sealProgress(
  vault: Vault,
  { workspaceId }: Scope,
  runId: string,
  seq: number,
  { kind, value }: ProgressEntry,
): ProgressRow {
  const data = vault.seal(placeOf({ workspaceId, runId, seq }), JSON.stringify(value ?? null));
  return { runId, seq, workspaceId, kind, data };
}

/** An entry as it was before it was stored. */
export function openProgress(vault: Vault, row: ProgressRow): ProgressEntry {
  return { kind: row.kind, value: JSON.parse(vault.open(placeOf(row), row.data)) };
}

/** Rows of what runs need to go on. */
export function progressStore(db: Database | DatabaseTransaction) {
  return {
    insert: (rows: readonly ProgressRow[]) => insertMany(db, 'run_progress', rows, { skipsPresent: true }),

    read: ({ workspaceId }: Scope, runId: string): Promise<ProgressRow[]> =>
      db
        .selectFrom('run_progress')
        .selectAll()
        .where('runId', '=', runId)
        .where('workspaceId', '=', workspaceId)
        .orderBy('seq')
        .execute(),

    remove: ({ workspaceId }: Scope, runId: string) =>
      db
        .deleteFrom('run_progress')
        .where('runId', '=', runId)
        .where('workspaceId', '=', workspaceId)
        .execute(),
  };
}
