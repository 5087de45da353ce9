import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import { lockWorkspace } from '../../../platform/db/workspace-lock.ts';
import { readRolePermissions } from '../../../platform/http/read-role-permissions.ts';
import { revokeInvitations } from './person-roles.ts';
import { covers } from './role-rules.ts';

interface GroupRole {
  userId: string;
  workspaceId: string;
  roleId: string;
}

/**
 * Gives a member the role that a provider's groups decide; returns the one before, or nothing if it stays. Owners stay
 * owners, nobody becomes one, and a role that the workspace does not have is not given.
 */
export async function setGroupRole(
  trx: DatabaseTransaction,
  { userId, workspaceId, roleId }: GroupRole,
): Promise<{ from: string } | undefined> {
  await lockWorkspace(trx, { workspaceId });
  const given = await readRolePermissions(trx, { workspaceId }, roleId);
  if (!given || roleId === 'owner') return undefined;
  const present = await trx
    .selectFrom('membership')
    .select('roleId')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!present || present.roleId === roleId || present.roleId === 'owner') return undefined;
  const before = (await readRolePermissions(trx, { workspaceId }, present.roleId)) ?? [];
  await trx
    .updateTable('membership')
    .set({ roleId })
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .execute();
  if (!covers(given, before)) await revokeInvitations(trx, workspaceId, userId, given);
  return { from: present.roleId };
}
