import { AppError } from '@tendril/contract/app-error';
import type { Permission } from '@tendril/contract/permission';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import { lockWorkspace } from '../../../platform/db/workspace-lock.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import { readRolePermissions } from '../../../platform/http/read-role-permissions.ts';
import type { PeopleParts } from './people.ts';
import { covers, isBelow, requireGrantable, requireNow } from './role-rules.ts';

const none: ReadonlySet<Permission> = new Set();

/** Gives the people of a workspace their roles. */
export function createPersonRoles({ writes, audit, bus }: Pick<PeopleParts, 'writes' | 'audit' | 'bus'>) {
  return {
    /**
     * Throws NOT_FOUND, INVALID_INPUT for an unknown role, FORBIDDEN for more than the caller has or for somebody who
     * is not below, and CONFLICT for the last owner.
     */
    async change(caller: UserCaller, userId: string, roleId: string): Promise<void> {
      const { name, from, to } = await writes.write((trx) => changeRole(trx, caller, userId, roleId));
      bus.publish({ kind: 'revised', scope: caller.workspaceId, what: 'role' });
      await audit.record({
        workspaceId: caller.workspaceId,
        actor: callerName(caller),
        action: 'person-role-changed',
        target: userId,
        detail: { name, from, to },
      });
    },
  };
}

export type PersonRoles = ReturnType<typeof createPersonRoles>;

async function changeRole(
  trx: DatabaseTransaction,
  caller: UserCaller,
  userId: string,
  roleId: string,
): Promise<{ name: string; from: string; to: string }> {
  // Two owners who lower each other at the same moment see each other.
  await lockWorkspace(trx, caller);
  const own = await requireNow(trx, caller, 'people:edit');
  const { workspaceId } = caller;
  const person = await trx
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.userId')
    .select(['user.name', 'membership.roleId'])
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!person) throw new AppError('NOT_FOUND', 'Person in this workspace not found.');
  const present = (await readRolePermissions(trx, caller, person.roleId)) ?? none;
  if (userId !== caller.userId && !isBelow(own, present))
    throw new AppError('FORBIDDEN', 'You can change only people whose role permits less than yours.');
  const given = await requireGrantable(trx, caller, own, roleId);
  if (roleId !== 'owner') await requireOtherOwner(trx, workspaceId, userId);
  await trx
    .updateTable('membership')
    .set({ roleId })
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .execute();
  if (!covers(given, present)) await revokeInvitations(trx, workspaceId, userId, given);
  const names = new Map(
    (
      await trx.selectFrom('role').select(['id', 'name']).where('workspaceId', '=', workspaceId).execute()
    ).map((role) => [role.id, role.name]),
  );
  const nameOf = (id: string) => names.get(id) ?? id;
  return { name: person.name, from: nameOf(person.roleId), to: nameOf(roleId) };
}

/** Throws CONFLICT if the person is the only owner. */
export async function requireOtherOwner(
  trx: DatabaseTransaction,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const owners = await trx
    .selectFrom('membership')
    .select('userId')
    .where('workspaceId', '=', workspaceId)
    .where('roleId', '=', 'owner')
    .execute();
  if (owners.some((owner) => owner.userId === userId) && owners.length === 1)
    throw new AppError('CONFLICT', 'The last owner stays: make somebody else an owner first.');
}

/** Revokes a person's open invitations to roles that permit more than the person may give now. */
export async function revokeInvitations(
  trx: DatabaseTransaction,
  workspaceId: string,
  userId: string,
  remaining: ReadonlySet<Permission> = none,
): Promise<void> {
  const open = await trx
    .selectFrom('invitation')
    .select(['id', 'roleId'])
    .where('workspaceId', '=', workspaceId)
    .where('invitedBy', '=', userId)
    .where('acceptedAt', 'is', null)
    .execute();
  const mayInvite = remaining.has('people:invite');
  for (const { id, roleId } of open) {
    const given = (await readRolePermissions(trx, { workspaceId }, roleId)) ?? none;
    if (!mayInvite || !covers(remaining, given))
      await trx.deleteFrom('invitation').where('id', '=', id).execute();
  }
}
