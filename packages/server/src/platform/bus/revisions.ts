import type { Database, DatabaseTransaction } from '../db/schema.ts';
import { isPostgres } from '../db/sequence-column.ts';
import type { RevisedKind } from './control-bus.ts';

/** A change of something cached. */
interface Revision {
  /** Empty for what belongs to no workspace. */
  workspaceId: string;
  what: RevisedKind;
  id?: string | undefined;
}

/**
 * Records a change in its own transaction, so that every process learns of it within two seconds even if the message
 * about it is lost. Where one process has the database to itself there is nothing to record.
 *
 * Tables of which rows are cached do it by a trigger (`revision-triggers.ts`); this is for what no row shows.
 */
export async function bumpRevision(
  trx: Database | DatabaseTransaction,
  { workspaceId, what, id }: Revision,
): Promise<void> {
  if (!isPostgres(trx)) return;
  await trx
    .insertInto('revision')
    .values({ workspaceId, what, rowId: id ?? null })
    .execute();
}
