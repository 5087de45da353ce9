import type { Scope } from '../../../platform/db/scope.ts';
import type { PurgeParts, PurgeStep } from './purge-steps.ts';

/** So few that one step takes some milliseconds. */
const contactsAtOnce = 500;

/** Deletes batch calls that are over: their contacts, a few at a time, then the batch; all of these rows count. */
export function batchStep({ db }: Pick<PurgeParts, 'db'>, { workspaceId }: Scope, before: number): PurgeStep {
  return async () => {
    const old = await db
      .selectFrom('batch_call')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where('endedAt', '<', before)
      .where('state', 'in', ['done', 'stopped'])
      // The end of a call in progress is written into its contact.
      .where('id', 'not in', (where) =>
        where
          .selectFrom('batch_contact')
          .select('batchId')
          .where('batch_contact.workspaceId', '=', workspaceId)
          .where('batch_contact.state', '=', 'calling'),
      )
      .orderBy('endedAt')
      .limit(1)
      .executeTakeFirst();
    if (!old) return 0;
    const { numDeletedRows } = await db
      .deleteFrom('batch_contact')
      .where('workspaceId', '=', workspaceId)
      .where('id', 'in', (where) =>
        where
          .selectFrom('batch_contact as old')
          .select('old.id')
          .where('old.batchId', '=', old.id)
          .limit(contactsAtOnce),
      )
      .executeTakeFirst();
    if (numDeletedRows > 0n) return Number(numDeletedRows);
    await db
      .deleteFrom('batch_call')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', old.id)
      .execute();
    return 1;
  };
}
