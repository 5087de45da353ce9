import { corePermissions } from './core.data.ts';
import { knowledgePermissions } from './knowledge.data.ts';
import { otherPermissions } from './other.data.ts';
import { retellPermissions } from './retell.data.ts';
import { studioPermissions } from './studio.data.ts';
import { voicePermissions } from './voice.data.ts';

/** By route: what it asks for, and the built-in roles that permit it. */
export type PermissionTable = Readonly<Record<string, readonly [permits: string, roles: string]>>;

/** Who may call each route for which a session or a key counts. */
export const permissionMatrix: PermissionTable = {
  ...corePermissions,
  ...knowledgePermissions,
  ...otherPermissions,
  ...retellPermissions,
  ...studioPermissions,
  ...voicePermissions,
};
