import type { Member } from '@tendril/contract/api/people';
import { AppError } from '@tendril/contract/app-error';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import type { SessionFamilies } from '../../../platform/http/session-families.ts';

export interface PeopleParts {
  db: Database;
  writes: WriteGroup;
  audit: AuditLog;
  families: SessionFamilies;
}

/** The people of a workspace: everybody may do everything, and one always stays. */
export function createPeopleService({ db, writes, audit, families }: PeopleParts) {
  return {
    async list({ workspaceId, userId }: UserCaller): Promise<Member[]> {
      const rows = await db
        .selectFrom('membership')
        .innerJoin('user', 'user.id', 'membership.userId')
        .leftJoin('session_family', (join) =>
          join
            .onRef('session_family.userId', '=', 'membership.userId')
            .onRef('session_family.workspaceId', '=', 'membership.workspaceId'),
        )
        .select(['user.id', 'user.name', 'user.email', 'membership.createdAt as joinedAt'])
        .select((row) => row.fn.max('session_family.lastUsedAt').as('lastSeenAt'))
        .where('membership.workspaceId', '=', workspaceId)
        .groupBy(['user.id', 'user.name', 'user.email', 'membership.createdAt'])
        .orderBy('membership.createdAt')
        .execute();
      return rows.map((row) => ({
        ...row,
        lastSeenAt: row.lastSeenAt === null ? null : Number(row.lastSeenAt),
        isSelf: row.id === userId,
      }));
    },

    /** Throws NOT_FOUND, and CONFLICT for the last person. */
    async remove(caller: UserCaller, userId: string): Promise<void> {
      const { workspaceId } = caller;
      const name = await writes.write((trx) => leave(trx, workspaceId, userId));
      await audit.record({
        workspaceId,
        actor: callerName(caller),
        action: 'person-removed',
        target: userId,
        detail: { name },
      });
      await families.endAll({ userId, workspaceId });
    },
  };
}

export type PeopleService = ReturnType<typeof createPeopleService>;

async function leave(trx: DatabaseTransaction, workspaceId: string, userId: string): Promise<string> {
  // Taking the workspace's row first lets two removals that come at once see each other.
  await trx
    .updateTable('workspace')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', workspaceId)
    .execute();
  const members = await trx
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.userId')
    .select(['user.id', 'user.name', 'user.ownerMark'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  const leaving = members.find(({ id }) => id === userId);
  if (!leaving) throw new AppError('NOT_FOUND', 'There is no such person in this workspace.');
  if (members.length === 1)
    throw new AppError('CONFLICT', 'The last person of a workspace cannot be removed.');
  await trx
    .deleteFrom('membership')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .execute();
  const other = await trx
    .selectFrom('membership')
    .select('workspaceId')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!other) await forget(trx, leaving, members);
  return leaving.name;
}

// A person of no workspace is nobody: the address is free for a later invitation. The mark of the owner goes on to
// somebody else, because an installation without it would let the next visitor register.
async function forget(
  trx: DatabaseTransaction,
  leaving: { id: string; ownerMark: 1 | null },
  members: readonly { id: string }[],
): Promise<void> {
  await trx.deleteFrom('user_preference').where('userId', '=', leaving.id).execute();
  await trx.deleteFrom('user').where('id', '=', leaving.id).execute();
  const heir = members.find(({ id }) => id !== leaving.id);
  if (leaving.ownerMark !== null && heir)
    await trx.updateTable('user').set({ ownerMark: 1 }).where('id', '=', heir.id).execute();
}
