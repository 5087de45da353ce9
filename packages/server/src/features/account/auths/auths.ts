import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply } from 'fastify';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import type { OpenedSession } from '../../../platform/http/refresh-tokens.ts';
import type { SessionFamilies, SessionOrigin } from '../../../platform/http/session-families.ts';
import type { MembershipStore } from './memberships.store.ts';
import { hashPassword, isPassword } from './password.ts';
import { requireGoodPassword } from './require-good-password.ts';
import type { Person, UserStore } from './users.store.ts';

const minuteMs = 60_000;
/** The tenth attempt within a minute is refused, per account and per address. */
const attemptsPerMinute = 9;

export interface SignedIn {
  person: Person;
  session: OpenedSession;
}

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
  /** Throws NOT_FOUND for an invitation that is no longer valid. */
  requireInvitation(token: string): Promise<void>;
  /** Redeems an invitation for a person; returns the workspace, or throws NOT_FOUND. */
  takeInvitation(trx: DatabaseTransaction, token: string, userId: string): Promise<string>;
}

/** Creates, renews and ends sessions. */
export interface AuthService {
  register(visit: Visit, owner: NewAccount): Promise<SignedIn>;
  /**
   * Signs an invited person in: with a new account, or with the one that already has this email and password. Throws
   * NOT_FOUND for an invitation that is no longer valid, CONFLICT when the email has another password.
   */
  accept(visit: Visit, token: string, account: NewAccount): Promise<SignedIn>;
  login(visit: Visit, credentials: { email: string; password: string }): Promise<SignedIn>;
  refresh(refreshToken: string | undefined): Promise<SignedIn>;
}

export function createAuthService({
  users,
  memberships,
  families,
  audit,
  writes,
  requireInvitation,
  takeInvitation,
}: AuthServiceParts): AuthService {
  const countAttempt = createAttemptCount();

  async function open(person: Person, from: SessionOrigin, action: AuditEvent): Promise<SignedIn> {
    const session = await families.begin(person.id, person.workspaceId, from);
    await audit.record({ workspaceId: person.workspaceId, actor: `user:${person.id}`, action });
    return { person, session };
  }

  const noteRefusal = refusalNotes(audit);

  /** The existing account of an invited person, if there is one and the password is right. */
  async function findInvited(visit: Visit, { email, password }: NewAccount): Promise<Person | undefined> {
    const present = await users.findByEmail(email);
    if (!present) return undefined;
    const forgetAttempt = countAttempt(visit, email);
    if (!(await isPassword(password, present.passwordHash))) {
      await noteRefusal(present);
      throw emailTaken();
    }
    forgetAttempt();
    return present;
  }

  return {
    async register({ from }, { password, ...owner }) {
      if (await users.hasOwner()) throw ownerExists();
      requireGoodPassword(password, owner.email, 'password');
      const person = await users.createOwner({ ...owner, passwordHash: await hashPassword(password) });
      if (!person) throw ownerExists();
      return open(person, from, 'owner-registered');
    },
    async accept(visit, token, { password, ...account }) {
      // Checked first: without an invitation, nobody learns who has an account.
      await requireInvitation(token);
      const present = await findInvited(visit, { ...account, password });
      if (!present) requireGoodPassword(password, account.email, 'password');
      const id = present?.id ?? randomUUID();
      const passwordHash = await hashPassword(password);
      const workspaceId = await writes.write(async (trx) => {
        // First: of two concurrent requests one finds the invitation used, and is rolled back.
        const joined = await takeInvitation(trx, token, id);
        if (!present && !(await users.insert(trx, id, { ...account, passwordHash }))) throw emailTaken();
        await memberships.join(trx, id, joined);
        return joined;
      });
      const { name, email } = present ?? account;
      return open({ id, name, email, workspaceId }, visit.from, 'invitation-accepted');
    },
    async login(visit, { email, password }) {
      const account = email.trim().toLowerCase();
      const forgetAttempt = countAttempt(visit, account);
      const person = await users.findByEmail(account);
      const isRight = await isPassword(password, person?.passwordHash);
      if (!person || !isRight) {
        await noteRefusal(person);
        throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
      }
      forgetAttempt();
      const workspaceId = (await memberships.lastWorkspaceOf(person.id)) ?? person.workspaceId;
      return open({ ...person, workspaceId }, visit.from, 'user-signed-in');
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

// Counted before the password is checked, so that concurrent guesses count too.
function createAttemptCount() {
  const perAccount = createRateLimit(attemptsPerMinute, minuteMs);
  const perAddress = createRateLimit(attemptsPerMinute, minuteMs);
  return ({ address, reply }: Visit, account: string): (() => void) => {
    perAddress.use(address, reply);
    perAccount.use(account, reply);
    return () => {
      perAddress.giveBack(address);
      perAccount.clear(account);
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
