import type { Generated } from 'kysely';
import type { Json, Time } from './column.ts';

export interface WorkspaceTable {
  id: string;
  name: string;
  createdAt: Time;
}

export interface UserTable {
  id: string;
  /** 1 on the first owner, null on everybody else; unique, so that there cannot be two owners. */
  ownerMark: 1 | null;
  name: string;
  email: string;
  passwordHash: string;
  /** When the person changed the address by themselves; null: it is the one that they were taken in with. */
  emailChangedAt: Time | null;
  createdAt: Time;
  updatedAt: Time;
}

export interface MembershipTable {
  userId: string;
  workspaceId: string;
  createdAt: Time;
  /** A role that every workspace has, or one of the table `role`. */
  roleId: Generated<string>;
}

/** A role that a workspace has made itself. */
export interface RoleTable {
  id: string;
  workspaceId: string;
  name: string;
  /** A list of permissions. */
  permissions: Json;
  createdAt: Time;
  updatedAt: Time;
}

export interface SessionFamilyTable {
  id: string;
  userId: string;
  workspaceId: string;
  createdAt: Time;
  lastUsedAt: Time;
  revokedAt: Time | null;
  /** The address and the browser that opened it. */
  address: string | null;
  agent: string | null;
  /** When the person last proved their identity in it; null for sessions from before that was recorded. */
  provedAt: Generated<Time | null>;
  /** The provider that it was opened by, which a sign-out leads to. */
  providerId: Generated<string | null>;
  /** The session there, if the provider names it: it may be signed out from there. */
  providerSid: Generated<string | null>;
}

export interface RefreshTokenTable {
  tokenHash: string;
  familyId: string;
  createdAt: Time;
  rotatedAt: Time | null;
}

export interface ApiKeyTable {
  id: string;
  workspaceId: string;
  keyName: string;
  keyHash: string;
  /** The last characters, so that a person can distinguish keys. */
  hint: string;
  /** `full`; `flows`: uses the chosen flows; `read`: reads, and neither runs nor changes anything. */
  scope: 'full' | 'flows' | 'read' | 'credentials' | 'custom';
  /** For the scope `flows`: a list of ids. */
  flowIds: Json | null;
  /** For the scope `custom`: a list of permissions. */
  permissions: Generated<Json | null>;
  expiresAt: Time | null;
  lastUsedAt: Time | null;
  createdAt: Time;
  updatedAt: Time;
  /** The person who created it; null if unknown. */
  createdBy: string | null;
  /** When it ended because its creator was removed, or first signed in with a provider. */
  endedAt: Time | null;
}

/** The fingerprint of the installation's secrets key; one row. */
export interface KeyCheckTable {
  id: number;
  mark: string;
  createdAt: Time;
}

/** A sign-in at a vendor in progress; deleted once the person is back. */
export interface SignInAttemptTable {
  stateHash: string;
  workspaceId: string;
  credentialId: string;
  /** The session it was begun in. */
  familyId: string;
  /** Hash of the cookie of the browser it was begun in. */
  browserHash: string;
  redirectUri: string;
  encryptedVerifier: string;
  createdAt: Time;
}

/** A link by which one person may join; only the hash of its secret is stored. */
export interface InvitationTable {
  id: string;
  workspaceId: string;
  tokenHash: string;
  label: string;
  /** Null when the installation's own command invites. */
  invitedBy: string | null;
  createdAt: Time;
  expiresAt: Time;
  acceptedAt: Time | null;
  acceptedBy: string | null;
  /** The role in which the person joins. */
  roleId: Generated<string>;
}

/** A limit that a workspace has set for itself. */
export interface WorkspaceLimitTable {
  workspaceId: string;
  name: string;
  value: number;
  updatedAt: Time;
}

export interface UserPreferenceTable {
  userId: string;
  value: Json;
  updatedAt: Time;
}

export interface AuditEntryTable {
  seq: number;
  id: string;
  workspaceId: string | null;
  at: Time;
  actor: string;
  action: string;
  target: string | null;
  detail: Json | null;
  prevHash: string;
  hash: string;
  /** The tag of the route, and the origin of its request. */
  area: string | null;
  address: string | null;
}
