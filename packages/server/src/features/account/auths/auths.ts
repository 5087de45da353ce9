import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type { PasskeyProof } from '@tendril/contract/api/passkeys';
import type { confirmSignIn } from '@tendril/contract/api/second-factors';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply } from 'fastify';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import type { SessionFamilies, SessionOrigin } from '../../../platform/http/session-families.ts';
import type { UsageCounters } from '../../../platform/limits/usage-counters.ts';
import type { SecondFactors } from './factors/second-factors.ts';
import type { MembershipStore } from './memberships.store.ts';
import type { PasskeyCeremonies, PasskeySite } from './passkeys/passkey-ceremonies.ts';
import { hashPassword, isPassword } from './password.ts';
import type { SignInPolicy } from './providers/sign-in-policy.ts';
import { requireGoodPassword } from './require-good-password.ts';
import type { AwaitedFactor, SessionOpening, SignedIn } from './session-opening.ts';
import type { Person, UserStore } from './users.store.ts';

const minuteMs = 60_000;
/** The tenth attempt within a minute is refused, per account and per address. */
const attemptsPerMinute = 9;

/** The origin of a sign-in attempt, and how a refusal is recorded. */
export interface Visit {
  /** The key by which limits count it. */
  address: string;
  from: SessionOrigin;
  reply: FastifyReply;
}

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

interface AuthServiceParts {
  users: UserStore;
  memberships: MembershipStore;
  families: SessionFamilies;
  audit: AuditLog;
  writes: WriteGroup;
  factors: SecondFactors;
  opening: SessionOpening;
  policy: SignInPolicy;
  ceremonies: PasskeyCeremonies;
  /** Exact ones. */
  counters: UsageCounters;
  /** Throws NOT_FOUND for an invitation that is no longer valid. */
  requireInvitation(token: string): Promise<void>;
  /** Redeems an invitation for a person; returns the workspace, or throws NOT_FOUND. */
  takeInvitation(
    trx: DatabaseTransaction,
    token: string,
    userId: string,
  ): Promise<{ workspaceId: string; roleId: string }>;
}

/** Creates, renews and ends sessions. */
export interface AuthService {
  register(visit: Visit, owner: NewAccount): Promise<SignedIn>;
  /**
   * Signs an invited person in: with a new account, or with the one that already has this email and password. Throws
   * NOT_FOUND for an invitation that is no longer valid, CONFLICT when the email has another password.
   */
  accept(visit: Visit, token: string, account: NewAccount): Promise<SignedIn | AwaitedFactor>;
  login(visit: Visit, credentials: { email: string; password: string }): Promise<SignedIn | AwaitedFactor>;
  /** Completes a sign-in with a second step. Throws UNAUTHORIZED for one that has expired, or INVALID_INPUT. */
  confirm(
    visit: Visit,
    token: string | undefined,
    step: Body<typeof confirmSignIn>,
    site: PasskeySite,
  ): Promise<SignedIn>;
  /** Signs in with a passkey alone. Throws INVALID_CREDENTIALS. */
  signInByPasskey(visit: Visit, proof: PasskeyProof, site: PasskeySite): Promise<SignedIn>;
  refresh(refreshToken: string | undefined): Promise<SignedIn>;
}

export function createAuthService({
  users,
  memberships,
  families,
  audit,
  writes,
  factors,
  opening,
  policy,
  ceremonies,
  counters,
  requireInvitation,
  takeInvitation,
}: AuthServiceParts): AuthService {
  const countAttempt = createAttemptCount(counters);

  const noteRefusal = refusalNotes(audit);

  return {
    async register({ from }, { password, ...owner }) {
      if (await users.hasOwner()) throw ownerExists();
      requireGoodPassword(password, owner.email, 'password');
      const person = await users.createOwner({ ...owner, passwordHash: await hashPassword(password) });
      if (!person) throw ownerExists();
      return opening.open(person, { from, action: 'owner-registered' });
    },
    async accept(visit, token, { password, ...account }) {
      // Checked first: without an invitation, nobody learns who has an account.
      await requireInvitation(token);
      await policy.requireOpen();
      const entry = { from: visit.from, action: 'invitation-accepted' } as const;
      const present = await findInvited({ users, countAttempt, noteRefusal }, visit, {
        ...account,
        password,
      });
      // A password alone joins nothing where a second factor is to follow.
      if (present) return opening.openProved(present, { ...entry, invitation: token });
      requireGoodPassword(password, account.email, 'password');
      const id = randomUUID();
      const passwordHash = await hashPassword(password);
      const workspaceId = await writes.write(async (trx) => {
        // First: of two concurrent requests one finds the invitation used, and is rolled back.
        const joined = await takeInvitation(trx, token, id);
        if (!(await users.insert(trx, id, { ...account, passwordHash }))) throw emailTaken();
        await memberships.join(trx, id, joined.workspaceId, joined.roleId);
        return joined.workspaceId;
      });
      return opening.open(
        { id, ...account, workspaceId, hasPassword: true, isInstallationOwner: false },
        entry,
      );
    },
    async login(visit, { email, password }) {
      await policy.requireOpen();
      const account = email.trim().toLowerCase();
      const forgetAttempt = await countAttempt(visit, account);
      const person = await users.findByEmail(account);
      const isRight = await isPassword(password, person?.passwordHash);
      if (!person || !isRight) {
        await noteRefusal(person);
        throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
      }
      await forgetAttempt();
      const workspaceId = (await memberships.lastWorkspaceOf(person.id)) ?? person.workspaceId;
      return opening.openProved({ ...person, workspaceId }, { from: visit.from, action: 'user-signed-in' });
    },
    async confirm({ from }, token, step, site) {
      const pending = await opening.requirePending(token);
      if ('code' in step) await factors.requireCode(pending, step.code);
      else await factors.requirePasskey(pending, step.passkey, site);
      return opening.complete(token, from);
    },
    async signInByPasskey({ from }, proof, site) {
      await policy.requireOpen();
      const userId = await ceremonies.finishUse(proof, site);
      const person = userId === undefined ? undefined : await users.findById(userId);
      if (!person) throw new AppError('INVALID_CREDENTIALS', 'This passkey was not accepted.');
      const workspaceId = (await memberships.lastWorkspaceOf(person.id)) ?? person.workspaceId;
      return opening.open({ ...person, workspaceId }, { from, action: 'user-signed-in' });
    },
    async refresh(refreshToken) {
      if (!refreshToken) throw new AppError('UNAUTHORIZED', 'You are not signed in. Sign in to continue.');
      const session = await families.rotate(refreshToken);
      const person = await users.findById(session.caller.userId);
      if (!person) throw new AppError('UNAUTHORIZED', 'You are not signed in. Sign in to continue.');
      return { person, session };
    },
  };
}

interface InvitedParts {
  users: UserStore;
  countAttempt: ReturnType<typeof createAttemptCount>;
  noteRefusal: ReturnType<typeof refusalNotes>;
}

/** The existing account of an invited person, if there is one and the password is right. */
async function findInvited(
  { users, countAttempt, noteRefusal }: InvitedParts,
  visit: Visit,
  { email, password }: NewAccount,
): Promise<Person | undefined> {
  const present = await users.findByEmail(email);
  if (!present) return undefined;
  const forgetAttempt = await countAttempt(visit, email);
  if (!(await isPassword(password, present.passwordHash))) {
    await noteRefusal(present);
    throw emailTaken();
  }
  await forgetAttempt();
  return present;
}

// Counted before the password is checked, so that concurrent guesses count too.
function createAttemptCount(counters: UsageCounters) {
  const most = { counters, limit: attemptsPerMinute, windowMs: minuteMs };
  const perAccount = createRateLimit({ ...most, name: 'sign-in/account' }, true);
  const perAddress = createRateLimit({ ...most, name: 'sign-in/address' }, true);
  return async ({ address, reply }: Visit, account: string): Promise<() => Promise<void>> => {
    await perAddress.use(address, reply);
    await perAccount.use(account, reply);
    return async () => {
      await perAddress.giveBack(address);
      await perAccount.clear(account);
    };
  };
}

// An unknown address is recorded as well, so that its response takes as long; no workspace sees it.
function refusalNotes(audit: AuditLog) {
  return (person: Person | undefined): Promise<void> =>
    audit.record({
      actor: 'system',
      action: 'sign-in-failed',
      ...(person && { workspaceId: person.workspaceId, target: person.id, detail: { name: person.name } }),
    });
}

function emailTaken(): AppError {
  const message = 'has an account already: enter its password, or take another address';
  return new AppError('CONFLICT', `email: ${message}`, { details: [{ path: 'email', message }] });
}

function ownerExists(): AppError {
  return new AppError('OWNER_EXISTS', 'This installation already has an owner. Sign in instead.');
}
