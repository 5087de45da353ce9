import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';

/** Who belongs to which workspace. */
export function createMembershipStore(db: Database) {
  return {
    /** Makes a person a member; nothing happens when it is one. */
    async join(trx: DatabaseTransaction, userId: string, workspaceId: string): Promise<void> {
      await trx
        .insertInto('membership')
        .values({ userId, workspaceId, createdAt: Date.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** The workspaces of a person, the first joined first. */
    workspacesOf: (userId: string) =>
      db
        .selectFrom('membership')
        .innerJoin('workspace', 'workspace.id', 'membership.workspaceId')
        .select(['workspace.id', 'workspace.name'])
        .where('membership.userId', '=', userId)
        .orderBy('membership.createdAt')
        .execute(),

    /** Where the person's latest session was, if the person still belongs there. */
    async lastWorkspaceOf(userId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('session_family')
        .innerJoin('membership', (join) =>
          join
            .onRef('membership.workspaceId', '=', 'session_family.workspaceId')
            .onRef('membership.userId', '=', 'session_family.userId'),
        )
        .select('session_family.workspaceId')
        .where('session_family.userId', '=', userId)
        .orderBy('session_family.createdAt', 'desc')
        .executeTakeFirst();
      return row?.workspaceId;
    },
  };
}

export type MembershipStore = ReturnType<typeof createMembershipStore>;
