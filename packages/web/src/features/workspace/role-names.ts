import type { Role } from '@tendril/contract/api/people';
import { isBuiltInRole } from '@tendril/contract/role';
import { permissionTexts } from '../../kit/texts/en/permissions.ts';
import { say } from '../../kit/texts/texts.ts';

/** The name of a role as people see it. */
export function roleName({ id, name }: Pick<Role, 'id' | 'name'>): string {
  return isBuiltInRole(id) ? say(permissionTexts, `${id}Role`) : name;
}

/** What a role that every workspace has is for; undefined for one of the workspace's own. */
export function roleHelp({ id }: Pick<Role, 'id'>): string | undefined {
  return isBuiltInRole(id) ? say(permissionTexts, `${id}RoleHelp`) : undefined;
}

/** The roles that the signed-in person may give: none that permits more than their own. */
export function grantableRoles(
  roles: readonly Role[],
  own: ReadonlySet<string> | null,
): { name: string; label: string }[] {
  return roles
    .filter(({ permissions }) => !own || permissions.every((permission) => own.has(permission)))
    .map((role) => ({ name: role.id, label: roleName(role) }));
}
