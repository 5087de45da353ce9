import type { KeyScope } from '@tendril/contract/api/api-keys';
import { keyPermissions, type Permission } from '@tendril/contract/permission';

/** What a key may do as the server takes it: of the choices only the one that belongs to the scope. */
export function chosenAccess(
  scope: KeyScope,
  flows: readonly { id: string }[],
  permissions: ReadonlySet<Permission>,
): { scope: KeyScope; flowIds: string[]; permissions: Permission[] } {
  return {
    scope,
    flowIds: scope === 'flows' ? flows.map(({ id }) => id) : [],
    permissions: scope === 'custom' ? keyPermissions.filter((permission) => permissions.has(permission)) : [],
  };
}
