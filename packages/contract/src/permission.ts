/** What a role may allow, `resource:action`, in the order in which an editor of roles shows them. */
export const permissions = [
  'flows:read',
  'flows:edit',
  'flows:delete',
  'flows:publish',
  'flows:run',
  'conversations:read',
  'conversations:share',
  'conversations:delete',
  'statistics:read',
  'assistants:read',
  'assistants:edit',
  'tools:read',
  'tools:edit',
  'code:run',
  'templates:read',
  'templates:edit',
  'variables:read',
  'variables:edit',
  'credentials:read',
  'credentials:edit',
  'knowledge:read',
  'knowledge:edit',
  'jobs:read',
  'jobs:cancel',
  'voice-agents:read',
  'voice-agents:edit',
  'voice-agents:publish',
  'simulations:run',
  'calls:start',
  'calls:dial',
  'calls:listen',
  'calls:intervene',
  'calls:delete',
  'phone-numbers:read',
  'phone-numbers:edit',
  'webhooks:edit',
  'people:read',
  'people:invite',
  'people:edit',
  'people:remove',
  'roles:edit',
  'keys:read',
  'keys:edit',
  'audit:read',
  'limits:read',
  'limits:edit',
  'security:edit',
  'system:read',
  'workspace:export',
  'workspace:import',
  'workspace:own',
] as const;

/** One thing that a role may allow. */
export type Permission = (typeof permissions)[number];

const workspaceResources: ReadonlySet<string> = new Set([
  'credentials',
  'people',
  'roles',
  'keys',
  'audit',
  'limits',
  'security',
  'system',
]);

/**
 * What a key for chosen permissions can be made of. The workspace itself is for people, and secrets are for keys of
 * their own scope: a key that runs flows must not bring secrets to them.
 */
export const keyPermissions = permissions.filter(
  (permission) => permission !== 'workspace:own' && !workspaceResources.has(resourceOf(permission)),
);

/** The part of a permission before the colon. */
export function resourceOf(permission: Permission): string {
  return permission.slice(0, permission.indexOf(':'));
}

/**
 * What an endpoint asks of the caller: one permission, or all of several. `member`: none, because it is the caller's
 * own account, or the same for everybody in the workspace, or because the feature itself decides.
 */
export type Permits = 'member' | Permission | readonly [Permission, ...Permission[]];

/** The permissions that an endpoint asks for. */
export function permissionsOf(permits: Permits): readonly Permission[] {
  if (permits === 'member') return [];
  return typeof permits === 'string' ? [permits] : permits;
}

/** The first permission asked for that is not among the given ones. */
export function findLacking(permits: Permits, given: ReadonlySet<Permission>): Permission | undefined {
  return permissionsOf(permits).find((permission) => !given.has(permission));
}
