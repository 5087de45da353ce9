import type { Member } from '@tendril/contract/api/people';
import { AppError } from '@tendril/contract/app-error';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import type { ApiKeys } from '../../../platform/http/api-keys.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import type { SessionFamilies } from '../../../platform/http/session-families.ts';

interface PeopleParts {
  db: Database;
  writes: WriteGroup;
  audit: AuditLog;
  families: SessionFamilies;
  apiKeys: Pick<ApiKeys, 'forget'>;
}

/**
 * The people of a workspace. Everybody may do everything except remove others, which only the owner may; one person
 * always stays.
 */
export function createPeopleService({ db, writes, audit, families, apiKeys }: PeopleParts) {
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
        .select(['user.id', 'user.name', 'user.email', 'user.ownerMark', 'membership.createdAt as joinedAt'])
        .select((row) => row.fn.max('session_family.lastUsedAt').as('lastSeenAt'))
        .where('membership.workspaceId', '=', workspaceId)
        .groupBy(['user.id', 'user.name', 'user.email', 'user.ownerMark', 'membership.createdAt'])
        .orderBy('membership.createdAt')
        .orderBy('user.id')
        .execute();
      const owner = ownerOf(rows);
      return rows.map(({ ownerMark: _, ...row }) => ({
        ...row,
        lastSeenAt: row.lastSeenAt === null ? null : Number(row.lastSeenAt),
        isSelf: row.id === userId,
        isOwner: row.id === owner?.id,
      }));
    },

    /** Throws NOT_FOUND, FORBIDDEN where only the owner may, and CONFLICT for the last person. */
    async remove(caller: UserCaller, userId: string): Promise<void> {
      const { workspaceId } = caller;
      const { name, keyIds } = await writes.write((trx) => leave(trx, caller, userId));
      for (const id of keyIds) apiKeys.forget(id);
      await audit.record({
        workspaceId,
        actor: callerName(caller),
        action: 'person-removed',
        target: userId,
        detail: { name, ...(keyIds.length > 0 && { keysEnded: keyIds.length }) },
      });
      await families.endAll({ userId, workspaceId });
    },
  };
}

export type PeopleService = ReturnType<typeof createPeopleService>;

/** The owner of a workspace. */
export async function readOwner(db: Database, { workspaceId }: Scope): Promise<{ id: string } | undefined> {
  const members = await db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.userId')
    .select(['user.id', 'user.ownerMark'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('membership.createdAt')
    .orderBy('user.id')
    .execute();
  return ownerOf(members);
}

/** The owner of the installation; in a workspace without that person, the member who joined first. */
function ownerOf<T extends { ownerMark: 1 | null }>(members: readonly T[]): T | undefined {
  return members.find(({ ownerMark }) => ownerMark !== null) ?? members[0];
}

async function leave(
  trx: DatabaseTransaction,
  { workspaceId, userId: callerId }: UserCaller,
  userId: string,
): Promise<{ name: string; keyIds: string[] }> {
  // Locking the workspace's row first makes concurrent removals see each other.
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
    .orderBy('membership.createdAt')
    .orderBy('user.id')
    .execute();
  const leaving = members.find(({ id }) => id === userId);
  if (!leaving) throw new AppError('NOT_FOUND', 'Person in this workspace not found.');
  if (leaving.id !== callerId && ownerOf(members)?.id !== callerId)
    throw new AppError('FORBIDDEN', 'Only the workspace owner can remove other people.');
  if (members.length === 1)
    throw new AppError('CONFLICT', 'The last member of a workspace cannot be removed.');
  await trx
    .deleteFrom('membership')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .execute();
  const keyIds = await endKeysOf(trx, workspaceId, userId);
  const other = await trx
    .selectFrom('membership')
    .select('workspaceId')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!other) await forget(trx, leaving, members);
  return { name: leaving.name, keyIds };
}

// The creator of a key may know it. The key stays in the list, so that others see what has stopped working.
async function endKeysOf(trx: DatabaseTransaction, workspaceId: string, userId: string): Promise<string[]> {
  const ended = await trx
    .updateTable('api_key')
    .set({ endedAt: Date.now() })
    .where('workspaceId', '=', workspaceId)
    .where('createdBy', '=', userId)
    .where('endedAt', 'is', null)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

// A person without a workspace is deleted: the address is free for a later invitation. The owner mark passes to another
// person, because an installation without an owner would let the next visitor register.
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
