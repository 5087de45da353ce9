import type { Database } from '../../../platform/db/schema.ts';
import { callerName, type ScopedCaller } from '../../../platform/http/caller.ts';

/** The names by which those who do something in a call stand in its log. */
export function actorStore(db: Database) {
  return {
    async nameOf(caller: ScopedCaller): Promise<string> {
      const { workspaceId } = caller;
      if (caller.kind === 'apiKey') {
        const key = await db
          .selectFrom('api_key')
          .select('keyName')
          .where('workspaceId', '=', workspaceId)
          .where('id', '=', caller.keyId)
          .executeTakeFirst();
        return key?.keyName ?? callerName(caller);
      }
      const person = await db
        .selectFrom('user')
        .innerJoin('membership', 'membership.userId', 'user.id')
        .select('user.name')
        .where('membership.workspaceId', '=', workspaceId)
        .where('user.id', '=', caller.userId)
        .executeTakeFirst();
      return person?.name ?? callerName(caller);
    },
  };
}
