import { type Permission, resourceOf } from '@tendril/contract/permission';
import type { permissionTexts } from './en/permissions.ts';

type PermissionKey = NonNullable<(typeof permissionTexts)['keys']>;

/** The key of a permission in the permission texts: "voice-agents:edit" is "voiceAgentsEdit". */
export function permissionKey(permission: Permission): PermissionKey {
  return camel(permission) as PermissionKey;
}

/** The key of the group that a permission belongs to. */
export function groupKey(permission: Permission): PermissionKey {
  return camel(resourceOf(permission)) as PermissionKey;
}

function camel(text: string): string {
  return text.replace(/[-:](\w)/g, (_all, letter: string) => letter.toUpperCase());
}
