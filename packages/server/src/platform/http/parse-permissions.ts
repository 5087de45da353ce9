import { type Permission, permissions } from '@tendril/contract/permission';

const known: ReadonlySet<string> = new Set(permissions);

/** Reads a stored list of permissions; one that this version does not know counts for nothing. */
export function parsePermissions(json: string): ReadonlySet<Permission> {
  const stored = JSON.parse(json) as string[];
  return new Set(stored.filter((name): name is Permission => known.has(name)));
}
