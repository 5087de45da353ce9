import type { Permission } from '@tendril/contract/permission';
import { builtInRoles, isBuiltInRole } from '@tendril/contract/role';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { parsePermissions } from './parse-permissions.ts';

const builtIn = new Map<string, ReadonlySet<Permission>>(
  Object.entries(builtInRoles).map(([id, list]) => [id, new Set(list)]),
);
const none: ReadonlySet<Permission> = new Set();

/** What a role of the workspace permits; undefined if the workspace has no such role. */
export async function readRolePermissions(
  db: Database | DatabaseTransaction,
  { workspaceId }: Scope,
  roleId: string,
): Promise<ReadonlySet<Permission> | undefined> {
  if (isBuiltInRole(roleId)) return builtIn.get(roleId);
  const row = await db
    .selectFrom('role')
    .select('permissions')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', roleId)
    .executeTakeFirst();
  return row && parsePermissions(row.permissions);
}

/** What a person may do in the workspace at this moment: nothing for somebody who is no member. */
export async function readMemberPermissions(
  db: Database | DatabaseTransaction,
  { workspaceId }: Scope,
  userId: string,
): Promise<ReadonlySet<Permission>> {
  const member = await db
    .selectFrom('membership')
    .select('roleId')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return (member && (await readRolePermissions(db, { workspaceId }, member.roleId))) ?? none;
}
