import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';

/** Who belongs to which workspace. */
export function createMembershipStore(db: Database) {
  return {
    /** Adds a person as a member; one who is already keeps the role. */
    async join(trx: DatabaseTransaction, userId: string, workspaceId: string, roleId: string): Promise<void> {
      await trx
        .insertInto('membership')
        .values({ userId, workspaceId, createdAt: Date.now(), roleId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** The workspaces of a person, in order of joining. */
    workspacesOf: (userId: string) =>
      db
        .selectFrom('membership')
        .innerJoin('workspace', 'workspace.id', 'membership.workspaceId')
        .select(['workspace.id', 'workspace.name'])
        .where('membership.userId', '=', userId)
        .orderBy('membership.createdAt')
        .execute(),

    /** The workspace of the person's latest session, if the person is still a member. */
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
