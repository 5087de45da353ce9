import { type Permission, permissions } from './permission.ts';

/** What only owners may, and no other role can be given: making and lowering owners. */
const ownersOnly: Permission = 'workspace:own';

/** The permissions that a workspace's own roles are made of. */
export const grantablePermissions = permissions.filter((permission) => permission !== ownersOnly);

/** What everybody sees who sees the workspace at all, without what was said in it. */
const overview: readonly Permission[] = [
  'flows:read',
  'statistics:read',
  'assistants:read',
  'tools:read',
  'templates:read',
  'knowledge:read',
  'jobs:read',
  'voice-agents:read',
  'phone-numbers:read',
  'people:read',
];

const running: readonly Permission[] = [
  ...overview,
  'conversations:read',
  'calls:listen',
  'flows:run',
  'simulations:run',
  'calls:start',
  'calls:intervene',
];

const runsTheWorkspace: ReadonlySet<Permission> = new Set<Permission>([
  'people:invite',
  'people:edit',
  'people:remove',
  'roles:edit',
  'audit:read',
  'security:edit',
  'system:read',
]);

/** The roles that every workspace has, the widest first. */
export const builtInRoles = {
  owner: permissions,
  admin: permissions.filter((permission) => permission !== ownersOnly && permission !== 'limits:edit'),
  builder: permissions.filter(
    (permission) =>
      permission !== ownersOnly && permission !== 'limits:edit' && !runsTheWorkspace.has(permission),
  ),
  operator: running,
  analyst: overview,
  viewer: [...overview, 'variables:read', 'conversations:read', 'calls:listen'],
} as const satisfies Record<string, readonly Permission[]>;

type BuiltInRole = keyof typeof builtInRoles;
export const builtInRoleIds = Object.keys(builtInRoles) as BuiltInRole[];

/** Whether a role comes with every workspace. */
export function isBuiltInRole(roleId: string): roleId is BuiltInRole {
  return Object.hasOwn(builtInRoles, roleId);
}
