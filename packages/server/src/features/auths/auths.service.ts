import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply } from 'fastify';
import type { AuditLog } from '../../db/audit-log.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { OpenedSession } from '../../http/refresh-tokens.ts';
import type { SessionFamilies } from '../../http/session-families.ts';
import { hashPassword, isPassword } from './password.ts';
import type { Person, UserStore } from './users.store.ts';

const minuteMs = 60_000;
/** The tenth attempt within a minute is refused, per account and per address. */
const attemptsPerMinute = 9;

export interface SignedIn {
  person: Person;
  session: OpenedSession;
}

/** Where somebody tries to sign in from, and where a refusal is told. */
export interface Visit {
  address: string;
  reply: FastifyReply;
}

/** Makes, renews and ends sessions. */
export interface AuthService {
  register(owner: { name: string; email: string; password: string }): Promise<SignedIn>;
  login(visit: Visit, credentials: { email: string; password: string }): Promise<SignedIn>;
  refresh(refreshToken: string | undefined): Promise<SignedIn>;
}

export function createAuthService(users: UserStore, families: SessionFamilies, audit: AuditLog): AuthService {
  const perAccount = createRateLimit(attemptsPerMinute, minuteMs);
  const perAddress = createRateLimit(attemptsPerMinute, minuteMs);

  async function open(person: Person, action: string): Promise<SignedIn> {
    const session = await families.begin(person.id, person.workspaceId);
    await audit.record({ workspaceId: person.workspaceId, actor: `user:${person.id}`, action });
    return { person, session };
  }

  return {
    async register({ password, ...owner }) {
      if (await users.hasOwner()) throw ownerExists();
      const person = await users.createOwner({ ...owner, passwordHash: await hashPassword(password) });
      if (!person) throw ownerExists();
      return open(person, 'owner-registered');
    },
    async login({ address, reply }, { email, password }) {
      const account = email.trim().toLowerCase();
      // Counted before the password is looked at: guesses sent at the same time count too.
      perAddress.use(address, reply);
      perAccount.use(account, reply);
      const person = await users.findByEmail(account);
      const isRight = await isPassword(password, person?.passwordHash);
      if (!person || !isRight) throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
      perAddress.giveBack(address);
      perAccount.clear(account);
      return open(person, 'user-signed-in');
    },
    async refresh(refreshToken) {
      if (!refreshToken) throw new AppError('UNAUTHORIZED', 'There is no session. Sign in.');
      const session = await families.rotate(refreshToken);
      const person = await users.findById(session.caller.userId);
      if (!person) throw new AppError('UNAUTHORIZED', 'There is no session. Sign in.');
      return { person, session };
    },
  };
}

function ownerExists(): AppError {
  return new AppError('OWNER_EXISTS', 'This installation already has its owner. Sign in instead.');
}
