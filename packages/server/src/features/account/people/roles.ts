import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createRole, Role } from '@tendril/contract/api/people';
import { AppError } from '@tendril/contract/app-error';
import type { Permission } from '@tendril/contract/permission';
import { builtInRoleIds, builtInRoles, isBuiltInRole } from '@tendril/contract/role';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { lockWorkspace } from '../../../platform/db/workspace-lock.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import { parsePermissions } from '../../../platform/http/parse-permissions.ts';
import type { PeopleParts } from './people.ts';
import { revokeInvitations } from './person-roles.ts';
import { isBelow, requireCovered, requireNow } from './role-rules.ts';

const mostRoles = 50;

type RoleFields = Body<typeof createRole>;
type OwnRole = Omit<Role, 'people'>;

/** The roles of a workspace: those that every workspace has, and its own. */
export function createRoleService({ db, bus, writes, audit }: Omit<PeopleParts, 'families'>) {
  const record = (caller: UserCaller, action: AuditEvent, target: string, detail: object) =>
    audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action,
      target,
      detail: { ...detail },
    });

  return {
    list: (scope: Scope) => listRoles(db, scope),

    /** The caller's role. Throws NOT_FOUND for somebody who is no longer a member. */
    async own({ workspaceId, userId }: UserCaller): Promise<OwnRole> {
      const member = await db
        .selectFrom('membership')
        .select('roleId')
        .where('workspaceId', '=', workspaceId)
        .where('userId', '=', userId)
        .executeTakeFirst();
      const role = (await listRoles(db, { workspaceId })).find(({ id }) => id === member?.roleId);
      if (!role) throw missing();
      return role;
    },

    /** Throws FORBIDDEN for a permission the caller lacks, INVALID_INPUT for a taken name, CONFLICT for too many. */
    async create(caller: UserCaller, fields: RoleFields): Promise<Role> {
      const [id, at] = [randomUUID(), Date.now()];
      await writes.write(async (trx) => {
        await lockWorkspace(trx, caller);
        requireCovered(await requireNow(trx, caller, 'roles:edit'), fields.permissions);
        await requireFreeName(trx, caller, fields.name);
        const row = { id, workspaceId: caller.workspaceId, createdAt: at, updatedAt: at, ...stored(fields) };
        await trx.insertInto('role').values(row).execute();
      });
      await record(caller, 'role-created', id, { name: fields.name, permissions: ordered(fields) });
      return find(db, caller, id);
    },

    /** Throws as `create`, NOT_FOUND, and FORBIDDEN for a role that permits what the caller may not. */
    async update(caller: UserCaller, id: string, fields: RoleFields): Promise<Role> {
      const before = await writes.write((trx) => changeRole(trx, caller, id, fields));
      bus.publish({ kind: 'revised', scope: caller.workspaceId, what: 'role' });
      const after = new Set<Permission>(fields.permissions);
      await record(caller, 'role-changed', id, {
        name: fields.name,
        added: ordered(fields).filter((permission) => !before.has(permission)),
        removed: [...before].filter((permission) => !after.has(permission)),
      });
      return find(db, caller, id);
    },

    /** Throws NOT_FOUND, FORBIDDEN as `update`, and CONFLICT while somebody has it or is invited to it. */
    async remove(caller: UserCaller, id: string): Promise<void> {
      const name = await writes.write((trx) => deleteRole(trx, caller, id));
      await record(caller, 'role-deleted', id, { name });
    },
  };
}

export type RoleService = ReturnType<typeof createRoleService>;

/** Returns what the role permitted before. */
async function changeRole(
  trx: DatabaseTransaction,
  caller: UserCaller,
  id: string,
  fields: RoleFields,
): Promise<ReadonlySet<Permission>> {
  await lockWorkspace(trx, caller);
  const { own, present } = await requireBelow(trx, caller, id);
  requireCovered(own, fields.permissions);
  await requireFreeName(trx, caller, fields.name, id);
  await trx
    .updateTable('role')
    .set({ ...stored(fields), updatedAt: Date.now() })
    .where('workspaceId', '=', caller.workspaceId)
    .where('id', '=', id)
    .execute();
  const given = new Set<Permission>(fields.permissions);
  for (const userId of await holders(trx, caller, id))
    await revokeInvitations(trx, caller.workspaceId, userId, given);
  return present.permissions;
}

/** Returns the name it had. */
async function deleteRole(trx: DatabaseTransaction, caller: UserCaller, id: string): Promise<string> {
  await lockWorkspace(trx, caller);
  const { present } = await requireBelow(trx, caller, id);
  if ((await holders(trx, caller, id)).length > 0)
    throw new AppError('CONFLICT', 'People still have this role. Give them another one first.');
  await requireNobodyInvited(trx, caller, id);
  await trx.deleteFrom('role').where('workspaceId', '=', caller.workspaceId).where('id', '=', id).execute();
  return present.name;
}

async function listRoles(db: Database, { workspaceId }: Scope): Promise<Role[]> {
  const counts = await db
    .selectFrom('membership')
    .select(['roleId', (row) => row.fn.countAll().as('people')])
    .where('workspaceId', '=', workspaceId)
    .groupBy('roleId')
    .execute();
  const people = new Map(counts.map((row) => [row.roleId, Number(row.people)]));
  const own = await db
    .selectFrom('role')
    .select(['id', 'name', 'permissions'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('name')
    .execute();
  return [
    ...builtInRoleIds.map((id) => ({
      id,
      name: id,
      isBuiltIn: true,
      permissions: [...builtInRoles[id]],
      people: people.get(id) ?? 0,
    })),
    ...own.map(({ id, name, permissions }) => ({
      ...{ id, name, isBuiltIn: false, people: people.get(id) ?? 0 },
      permissions: [...parsePermissions(permissions)],
    })),
  ];
}

async function find(db: Database, scope: Scope, id: string): Promise<Role> {
  const role = (await listRoles(db, scope)).find((one) => one.id === id);
  if (!role) throw missing();
  return role;
}

/** A role of the workspace's own that is below the caller's. */
async function requireBelow(trx: DatabaseTransaction, caller: UserCaller, id: string) {
  const own = await requireNow(trx, caller, 'roles:edit');
  if (isBuiltInRole(id))
    throw new AppError(
      'CONFLICT',
      'The roles that every workspace has cannot be changed. Make one of your own.',
    );
  const row = await trx
    .selectFrom('role')
    .select(['name', 'permissions'])
    .where('workspaceId', '=', caller.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const present = { name: row.name, permissions: parsePermissions(row.permissions) };
  if (!isBelow(own, present.permissions))
    throw new AppError('FORBIDDEN', 'You can change only roles that permit less than yours.');
  return { own, present };
}

async function requireFreeName(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  name: string,
  except?: string,
): Promise<void> {
  const roles = await trx
    .selectFrom('role')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  const wanted = name.toLowerCase();
  const isTaken =
    isBuiltInRole(wanted) || roles.some((role) => role.id !== except && role.name.toLowerCase() === wanted);
  const message = 'is the name of another role';
  if (isTaken)
    throw new AppError('INVALID_INPUT', `name: ${message}`, { details: [{ path: 'name', message }] });
  if (except === undefined && roles.length >= mostRoles)
    throw new AppError('CONFLICT', `A workspace can have ${mostRoles} roles of its own.`);
}

async function holders(trx: DatabaseTransaction, { workspaceId }: Scope, roleId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('membership')
    .select('userId')
    .where('workspaceId', '=', workspaceId)
    .where('roleId', '=', roleId)
    .execute();
  return rows.map(({ userId }) => userId);
}

async function requireNobodyInvited(trx: DatabaseTransaction, { workspaceId }: Scope, roleId: string) {
  const invited = await trx
    .selectFrom('invitation')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('roleId', '=', roleId)
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '>', Date.now())
    .executeTakeFirst();
  if (invited)
    throw new AppError('CONFLICT', 'An open invitation is for this role. Revoke the invitation first.');
}

function stored(fields: RoleFields): { name: string; permissions: string } {
  return { name: fields.name, permissions: JSON.stringify(ordered(fields)) };
}

function ordered({ permissions }: { permissions: readonly Permission[] }): Permission[] {
  return builtInRoles.owner.filter((permission) => permissions.includes(permission));
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'Role not found.');
}
