import * as z from 'zod';
import { permissions } from '../permission.ts';
import { grantablePermissions } from '../role.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'People';
const path = `${corePrefix}/workspace`;

/** One of `builtInRoles`, or a role of the workspace's own. */
const roleId = z.string().min(1, 'must not be empty').max(64);

const member = z.object({
  id,
  name: z.string(),
  email: z.string(),
  joinedAt: timestamp,
  /** When one of the person's sessions here was last renewed. */
  lastSeenAt: timestamp.nullable(),
  isSelf: z.boolean(),
  isOwner: z.boolean(),
  roleId,
  /** Whether the caller's role is above this person's, so that it may be changed or the person be removed. */
  isBelow: z.boolean(),
});
export type Member = z.output<typeof member>;

export const listPeople = endpoint({
  method: 'GET',
  path: `${path}/people`,
  auth: 'session',
  permits: 'people:read',
  tag,
  summary: 'The people of the workspace.',
  response: z.array(member),
});

export const removePerson = endpoint({
  method: 'DELETE',
  path: `${path}/people/:id`,
  auth: 'session',
  permits: 'member',
  proof: 'ifRequired',
  tag,
  summary:
    'Takes a person out of the workspace and ends the sessions and keys there: oneself, or somebody whose role is lower.',
  params: idParams,
});

const invitation = z.object({
  id,
  /** Whom it is for, in the inviter's words. */
  label: z.string(),
  invitedBy: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  roleId,
});
export type Invitation = z.output<typeof invitation>;

export const listInvitations = endpoint({
  method: 'GET',
  path: `${path}/invitations`,
  auth: 'session',
  permits: 'people:read',
  tag,
  summary: 'Invitations that nobody has accepted yet.',
  response: z.array(invitation),
});

export const createInvitation = endpoint({
  method: 'POST',
  path: `${path}/invitations`,
  auth: 'session',
  permits: 'people:invite',
  proof: 'ifRequired',
  tag,
  summary: 'Invites a person; the only answer that holds the secret of the link.',
  body: z.strictObject({
    label: z.string().trim().max(120).default(''),
    /** The role in which the person joins; none that permits more than one's own. */
    roleId: roleId.default('admin'),
  }),
  response: invitation.extend({ token: z.string() }),
  status: 201,
});

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: `${path}/invitations/:id`,
  auth: 'session',
  permits: 'people:invite',
  tag,
  summary: 'Revokes an invitation.',
  params: idParams,
});

export const changePersonRole = endpoint({
  method: 'PUT',
  path: `${path}/people/:id/role`,
  auth: 'session',
  permits: 'people:edit',
  proof: 'ifRequired',
  tag,
  summary:
    'Gives a person another role: none that permits more than one’s own, and only to somebody whose role is lower.',
  params: idParams,
  body: z.strictObject({ roleId }),
});

const role = z.object({
  id: roleId,
  /** Of a role that every workspace has, its id. */
  name: z.string(),
  isBuiltIn: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  /** How many people have it. */
  people: z.number().int(),
});
export type Role = z.output<typeof role>;

export const listRoles = endpoint({
  method: 'GET',
  path: `${path}/roles`,
  auth: 'session',
  permits: 'people:read',
  tag,
  summary: 'The roles of the workspace: first those that every workspace has, then its own.',
  response: z.array(role),
});

const roleFields = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(60),
  permissions: z.array(z.enum(grantablePermissions)).max(grantablePermissions.length),
});

export const createRole = endpoint({
  method: 'POST',
  path: `${path}/roles`,
  auth: 'session',
  permits: 'roles:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Adds a role that permits no more than one’s own.',
  body: roleFields,
  response: role,
  status: 201,
});

export const updateRole = endpoint({
  method: 'PUT',
  path: `${path}/roles/:id`,
  auth: 'session',
  permits: 'roles:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Changes a role of the workspace’s own; it holds at once for everybody who has it.',
  params: idParams,
  body: roleFields,
  response: role,
});

export const deleteRole = endpoint({
  method: 'DELETE',
  path: `${path}/roles/:id`,
  auth: 'session',
  permits: 'roles:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Deletes a role that nobody has.',
  params: idParams,
});

export const readOwnRole = endpoint({
  method: 'GET',
  path: `${path}/own-role`,
  auth: 'session',
  permits: 'member',
  tag,
  summary: 'The caller’s own role, and what it permits.',
  response: role.omit({ people: true }),
});

const workspaceSession = z.object({
  id,
  userId: id,
  name: z.string(),
  email: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  /** The address that opened it. */
  address: z.string().nullable(),
  /** The browser's user agent. */
  agent: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type WorkspaceSession = z.output<typeof workspaceSession>;

export const listWorkspaceSessions = endpoint({
  method: 'GET',
  path: `${path}/sessions`,
  auth: 'session',
  permits: 'workspace:own',
  tag,
  summary: 'The open sessions of everybody in this workspace, the latest used first.',
  response: z.array(workspaceSession),
});

export const endWorkspaceSession = endpoint({
  method: 'DELETE',
  path: `${path}/sessions/:id`,
  auth: 'session',
  permits: 'workspace:own',
  proof: 'ifRequired',
  tag,
  summary: 'Ends a session in this workspace, with everything that it has open.',
  params: idParams,
});

export const endPersonSessions = endpoint({
  method: 'DELETE',
  path: `${path}/people/:id/sessions`,
  auth: 'session',
  permits: 'workspace:own',
  proof: 'ifRequired',
  tag,
  summary: 'Ends every session of a person in this workspace.',
  params: idParams,
});
