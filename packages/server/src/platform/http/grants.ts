import type { Permission } from '@tendril/contract/permission';
import { builtInRoles } from '@tendril/contract/role';
import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import type { ScopedCaller } from './caller.ts';
import { readMemberPermissions } from './read-role-permissions.ts';

// A lowered role has to hold in every process within two seconds; open streams are checked once a second.
const cacheMs = 900;
const maxCached = 10_000;
/** For keys from before their makers were recorded: as what everybody was then. */
const unknownMaker: ReadonlySet<Permission> = new Set(builtInRoles.admin);

/** What callers may do now. */
export interface Grants {
  /** By the role of the person, or by that of the maker of a key and the key's own choice. */
  of(caller: ScopedCaller): Promise<ReadonlySet<Permission>>;
  /** Drops what is known of a workspace, or of all: a role was changed. */
  forget(scope?: Scope): void;
}

interface Known {
  permissions: Promise<ReadonlySet<Permission>>;
  readAt: number;
}

export function createGrants(db: Database): Grants {
  const workspaces = new Map<string, Map<string, Known>>();

  function ofPerson({ workspaceId }: Scope, userId: string): Promise<ReadonlySet<Permission>> {
    const now = Date.now();
    let people = workspaces.get(workspaceId);
    const known = people?.get(userId);
    if (known && Math.abs(now - known.readAt) < cacheMs) return known.permissions;
    if (!people) {
      if (workspaces.size >= maxCached) workspaces.clear();
      people = new Map();
      workspaces.set(workspaceId, people);
    }
    if (people.size >= maxCached) people.clear();
    const permissions = readMemberPermissions(db, { workspaceId }, userId);
    const entry = { permissions, readAt: now };
    people.set(userId, entry);
    // A failed look is not kept.
    permissions.catch(() => {
      if (people.get(userId) === entry) people.delete(userId);
    });
    return permissions;
  }

  return {
    async of(caller) {
      if (caller.kind === 'user') return ofPerson(caller, caller.userId);
      const maker = caller.createdBy === null ? unknownMaker : await ofPerson(caller, caller.createdBy);
      const { permissions } = caller;
      return permissions ? new Set([...maker].filter((permission) => permissions.has(permission))) : maker;
    },
    forget(scope) {
      if (scope) workspaces.delete(scope.workspaceId);
      else workspaces.clear();
    },
  };
}
