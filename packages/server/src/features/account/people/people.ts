import type { Member } from '@tendril/contract/api/people';
import { AppError } from '@tendril/contract/app-error';
import type { Permission } from '@tendril/contract/permission';
import type { ControlBus } from '../../../platform/bus/control-bus.ts';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import { readMemberPermissions, readRolePermissions } from '../../../platform/http/read-role-permissions.ts';
import type { SessionFamilies } from '../../../platform/http/session-families.ts';
import { endKeysOf } from './end-keys-of.ts';
import { requireOtherOwner, revokeInvitations } from './person-roles.ts';
import { isBelow, requireNow } from './role-rules.ts';

export interface PeopleParts {
  db: Database;
  writes: WriteGroup;
  audit: AuditLog;
  families: SessionFamilies;
  bus: Pick<ControlBus, 'publish'>;
}

const none: ReadonlySet<Permission> = new Set();

/** The people of a workspace. One owner always stays. */
export function createPeopleService({ db, bus, writes, audit, families }: PeopleParts) {
  return {
    async list({ workspaceId, userId }: UserCaller): Promise<Member[]> {
      const own = await readMemberPermissions(db, { workspaceId }, userId);
      const rows = await db
        .selectFrom('membership')
        .innerJoin('user', 'user.id', 'membership.userId')
        .leftJoin('session_family', (join) =>
          join
            .onRef('session_family.userId', '=', 'membership.userId')
            .onRef('session_family.workspaceId', '=', 'membership.workspaceId'),
        )
        .select([
          'user.id',
          'user.name',
          'user.email',
          'membership.roleId',
          'membership.createdAt as joinedAt',
        ])
        .select((row) => row.fn.max('session_family.lastUsedAt').as('lastSeenAt'))
        .where('membership.workspaceId', '=', workspaceId)
        .groupBy(['user.id', 'user.name', 'user.email', 'membership.roleId', 'membership.createdAt'])
        .orderBy('membership.createdAt')
        .orderBy('user.id')
        .execute();
      const roles = new Map<string, ReadonlySet<Permission>>();
      for (const id of new Set(rows.map(({ roleId }) => roleId)))
        roles.set(id, (await readRolePermissions(db, { workspaceId }, id)) ?? none);
      return rows.map((row) => ({
        ...row,
        lastSeenAt: row.lastSeenAt === null ? null : Number(row.lastSeenAt),
        isSelf: row.id === userId,
        isOwner: row.roleId === 'owner',
        isBelow: row.id !== userId && isBelow(own, roles.get(row.roleId) ?? none),
      }));
    },

    /** Throws NOT_FOUND, FORBIDDEN for somebody who is not below the caller, and CONFLICT for the last owner. */
    async remove(caller: UserCaller, userId: string): Promise<void> {
      const { workspaceId } = caller;
      const { name, keyIds } = await writes.write((trx) => leave(trx, caller, userId));
      for (const keyId of keyIds) bus.publish({ kind: 'end-key', keyId });
      bus.publish({ kind: 'revised', scope: workspaceId, what: 'role', id: userId });
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

async function leave(
  trx: DatabaseTransaction,
  caller: UserCaller,
  userId: string,
): Promise<{ name: string; keyIds: string[] }> {
  const { workspaceId } = caller;
  // Locking the workspace's row first makes concurrent removals see each other.
  await trx
    .updateTable('workspace')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', workspaceId)
    .execute();
  const members = await trx
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.userId')
    .select(['user.id', 'user.name', 'user.ownerMark', 'membership.roleId'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('membership.createdAt')
    .orderBy('user.id')
    .execute();
  const leaving = members.find(({ id }) => id === userId);
  if (!leaving) throw new AppError('NOT_FOUND', 'Person in this workspace not found.');
  if (leaving.id !== caller.userId) {
    const own = await requireNow(trx, caller, 'people:remove');
    const theirs = (await readRolePermissions(trx, caller, leaving.roleId)) ?? none;
    if (!isBelow(own, theirs))
      throw new AppError('FORBIDDEN', 'You can remove only people whose role permits less than yours.');
  }
  if (members.length === 1)
    throw new AppError('CONFLICT', 'The last member of a workspace cannot be removed.');
  await requireOtherOwner(trx, workspaceId, userId);
  // Otherwise a link that was kept would lead back.
  await revokeInvitations(trx, workspaceId, userId);
  await trx
    .deleteFrom('membership')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .execute();
  const keyIds = await endKeysOf(trx, { userId, workspaceId });
  const other = await trx
    .selectFrom('membership')
    .select('workspaceId')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!other) await forget(trx, leaving, members);
  return { name: leaving.name, keyIds };
}

// A person without a workspace is deleted: the address is free for a later invitation. The owner mark passes to another
// person, because an installation without an owner would let the next visitor register.
async function forget(
  trx: DatabaseTransaction,
  leaving: { id: string; ownerMark: 1 | null },
  members: readonly { id: string; roleId: string }[],
): Promise<void> {
  await trx.deleteFrom('user_preference').where('userId', '=', leaving.id).execute();
  await trx.deleteFrom('user').where('id', '=', leaving.id).execute();
  const others = members.filter(({ id }) => id !== leaving.id);
  const heir = others.find(({ roleId }) => roleId === 'owner') ?? others[0];
  if (leaving.ownerMark !== null && heir)
    await trx.updateTable('user').set({ ownerMark: 1 }).where('id', '=', heir.id).execute();
}
