import type { Bit, Json, Time } from './column.ts';

/** The key of a person's authenticator app. */
interface TotpFactorTable {
  userId: string;
  encryptedSecret: string;
  createdAt: Time;
  /** Null until a code has shown that the app has the key. */
  confirmedAt: Time | null;
  /** The time step of the last code that was accepted: neither it nor an older one counts again. */
  lastStep: number;
}

/** One unused recovery code. */
interface RecoveryCodeTable {
  userId: string;
  codeHash: string;
  createdAt: Time;
}

/** Codes that somebody has tried for a person, until one was right. */
interface FactorAttemptTable {
  userId: string;
  count: number;
  endsAt: Time;
}

/** A step that somebody has begun and may finish once: `subject` says who and what. */
interface SignInStepTable {
  tokenHash: string;
  purpose: string;
  /** Sealed, for what has to stay secret in it. */
  subject: string;
  expiresAt: Time;
}

/** How people of a workspace prove their identity. */
interface WorkspaceSecurityTable {
  workspaceId: string;
  isSecondFactorRequired: Bit;
  isProofRequired: Bit;
  updatedAt: Time;
}

/** An OpenID Connect provider that people of the installation sign in with. */
interface SignInProviderTable {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  encryptedSecret: string | null;
  /** A list of mail domains. */
  allowedDomains: Json;
  /** The workspace and role in which people without an account join; null when they do not. */
  newcomers: Json | null;
  groupsClaim: string | null;
  /** A list of groups and roles. */
  groupRoles: Json;
  createdAt: Time;
  updatedAt: Time;
}

/** How people of the installation may sign in; one row. */
interface SignInPolicyTable {
  id: number;
  isPasswordOff: Bit;
  updatedAt: Time;
}

/** A person's account at a provider. Known by the issuer: a provider that is set to another one is another. */
interface ProviderIdentityTable {
  id: string;
  userId: string;
  issuer: string;
  subject: string;
  email: string;
  createdAt: Time;
  lastUsedAt: Time;
  /** The address that the provider has confirmed and answers for; null where it does neither. */
  provenEmail: string | null;
  /** A list of the groups that the provider named with the last sign-in; null where it names none. */
  groups: Json | null;
}

/** A key that a person's device signs in with. */
interface PasskeyTable {
  id: string;
  userId: string;
  credentialId: string;
  /** As base64url. */
  publicKey: string;
  /** How often the device says it was used; 0 on devices that do not count. */
  counter: Time;
  transports: Json;
  name: string;
  createdAt: Time;
  lastUsedAt: Time | null;
}

/** A sign-out that a provider has reported: each of its tokens is taken once. */
interface ProviderSignOutTable {
  id: string;
  expiresAt: Time;
}

/** The tables of sign-ins. */
export interface SignInTables {
  totp_factor: TotpFactorTable;
  recovery_code: RecoveryCodeTable;
  factor_attempt: FactorAttemptTable;
  sign_in_step: SignInStepTable;
  workspace_security: WorkspaceSecurityTable;
  sign_in_provider: SignInProviderTable;
  sign_in_policy: SignInPolicyTable;
  provider_identity: ProviderIdentityTable;
  passkey: PasskeyTable;
  provider_sign_out: ProviderSignOutTable;
}
