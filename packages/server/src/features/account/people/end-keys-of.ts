import type { DatabaseTransaction } from '../../../platform/db/schema.ts';

interface Maker {
  userId: string;
  /** Where the keys are; everywhere when absent. */
  workspaceId?: string;
}

/**
 * Ends the API keys that an account has made, because its maker may know them; returns their ids. They stay in the list,
 * so that others see what has stopped working.
 */
export async function endKeysOf(trx: DatabaseTransaction, { userId, workspaceId }: Maker): Promise<string[]> {
  const ended = await trx
    .updateTable('api_key')
    .set({ endedAt: Date.now() })
    .where('createdBy', '=', userId)
    .where('endedAt', 'is', null)
    .$if(workspaceId !== undefined, (query) => query.where('workspaceId', '=', workspaceId ?? ''))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}
