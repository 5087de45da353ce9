import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'People';
const path = `${corePrefix}/workspace`;

const member = z.object({
  id,
  name: z.string(),
  email: z.string(),
  joinedAt: timestamp,
  /** When one of the person's sessions here was last renewed. */
  lastSeenAt: timestamp.nullable(),
  isSelf: z.boolean(),
  /** The owner, who may remove others. */
  isOwner: z.boolean(),
});
export type Member = z.output<typeof member>;

export const listPeople = endpoint({
  method: 'GET',
  path: `${path}/people`,
  auth: 'session',
  tag,
  summary: 'The people of the workspace.',
  response: z.array(member),
});

export const removePerson = endpoint({
  method: 'DELETE',
  path: `${path}/people/:id`,
  auth: 'session',
  tag,
  summary:
    'Takes a person out of the workspace and ends the sessions and keys there: the owner anybody, others themselves.',
  params: idParams,
});

const invitation = z.object({
  id,
  /** Whom it is for, in the inviter's words. */
  label: z.string(),
  invitedBy: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
});
export type Invitation = z.output<typeof invitation>;

export const listInvitations = endpoint({
  method: 'GET',
  path: `${path}/invitations`,
  auth: 'session',
  tag,
  summary: 'Invitations that nobody has accepted yet.',
  response: z.array(invitation),
});

export const createInvitation = endpoint({
  method: 'POST',
  path: `${path}/invitations`,
  auth: 'session',
  tag,
  summary: 'Invites a person; the only answer that holds the secret of the link.',
  body: z.strictObject({ label: z.string().trim().max(120).default('') }),
  response: invitation.extend({ token: z.string() }),
  status: 201,
});

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: `${path}/invitations/:id`,
  auth: 'session',
  tag,
  summary: 'Revokes an invitation.',
  params: idParams,
});
