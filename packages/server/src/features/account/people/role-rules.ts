import { AppError } from '@tendril/contract/app-error';
import type { Permission } from '@tendril/contract/permission';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { readMemberPermissions, readRolePermissions } from '../../../platform/http/read-role-permissions.ts';

type Permissions = ReadonlySet<Permission>;

/** Whether the first permits everything that the second does. */
export function covers(first: Permissions, second: Iterable<Permission>): boolean {
  for (const permission of second) if (!first.has(permission)) return false;
  return true;
}

/** Whether the caller may change or remove what has these permissions: an owner anything, others what is lower. */
export function isBelow(own: Permissions, other: Permissions): boolean {
  return own.has('workspace:own') || (covers(own, other) && own.size > other.size);
}

/**
 * What the caller may do at this moment, read inside the transaction: what the request was admitted by may be a second
 * old. Throws FORBIDDEN without the permission.
 */
export async function requireNow(
  db: Database | DatabaseTransaction,
  { workspaceId, userId }: Scope & { userId: string },
  permission: Permission,
): Promise<Permissions> {
  const own = await readMemberPermissions(db, { workspaceId }, userId);
  if (!own.has(permission))
    throw new AppError(
      'FORBIDDEN',
      `Your role in this workspace does not permit this: it takes “${permission}”.`,
    );
  return own;
}

/** What a role permits that the caller wants to give. Throws INVALID_INPUT, or FORBIDDEN for more than one's own. */
export async function requireGrantable(
  db: Database | DatabaseTransaction,
  scope: Scope,
  own: Permissions,
  roleId: string,
): Promise<Permissions> {
  const given = await readRolePermissions(db, scope, roleId);
  if (!given) {
    const message = 'is not a role of this workspace';
    throw new AppError('INVALID_INPUT', `roleId: ${message}`, { details: [{ path: 'roleId', message }] });
  }
  requireCovered(own, given);
  return given;
}

/** Throws FORBIDDEN for a permission that the caller does not have. */
export function requireCovered(own: Permissions, given: Iterable<Permission>): void {
  for (const permission of given)
    if (!own.has(permission))
      throw new AppError('FORBIDDEN', `You cannot give a permission that you do not have: “${permission}”.`);
}
