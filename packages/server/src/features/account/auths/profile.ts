import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { changePassword, OwnProfile, updateProfile } from '@tendril/contract/api/auths';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply } from 'fastify';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import type { SessionFamilies } from '../../../platform/http/session-families.ts';
import type { UsageCounters } from '../../../platform/limits/usage-counters.ts';
import type { MembershipStore } from './memberships.store.ts';
import { hashPassword, isPassword } from './password.ts';
import { requireGoodPassword } from './require-good-password.ts';
import type { Person, UserStore } from './users.store.ts';

const minuteMs = 60_000;
/** The tenth wrong password of a minute is refused, as at sign-in. */
const attemptsPerMinute = 9;

export interface ProfileParts {
  users: UserStore;
  memberships: MembershipStore;
  families: SessionFamilies;
  audit: AuditLog;
  /** Exact ones. */
  counters: UsageCounters;
}

/** What signed-in people change about themselves: name, email and password. */
export function createProfileService({ users, memberships, families, audit, counters }: ProfileParts) {
  const attempts = createRateLimit(
    { counters, name: 'own-password', limit: attemptsPerMinute, windowMs: minuteMs },
    true,
  );

  async function requireSelf({ userId }: UserCaller): Promise<Person> {
    const person = await users.findById(userId);
    if (!person) throw new AppError('UNAUTHORIZED', 'You are not signed in. Sign in to continue.');
    return person;
  }

  async function requirePassword(caller: UserCaller, password: string, reply: FastifyReply): Promise<void> {
    const { userId } = caller;
    await attempts.use(userId, reply);
    if (!(await isPassword(password, await users.findPasswordHash(userId)))) {
      await record(caller, 'password-refused');
      throw invalid('currentPassword', 'is not your present password');
    }
    await attempts.clear(userId);
  }

  const record = (caller: UserCaller, action: AuditEvent) =>
    audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action,
      target: caller.userId,
    });

  return {
    /** Throws UNAUTHORIZED for a person who no longer exists. */
    requireSelf,

    async read(caller: UserCaller): Promise<OwnProfile> {
      const [{ name, email, isInstallationOwner }, workspaces] = [
        await requireSelf(caller),
        await memberships.workspacesOf(caller.userId),
      ];
      return {
        name,
        email,
        isInstallationOwner,
        workspaces: workspaces.map((row) => ({ ...row, isCurrent: row.id === caller.workspaceId })),
      };
    },

    /** Throws INVALID_INPUT at `currentPassword` when the email changes without the right password. */
    async update(caller: UserCaller, body: Body<typeof updateProfile>, reply: FastifyReply) {
      const { name, email, currentPassword } = body;
      const self = await requireSelf(caller);
      if (email !== self.email) {
        if (!currentPassword) throw invalid('currentPassword', 'is needed to change the email');
        await requirePassword(caller, currentPassword, reply);
      }
      if (
        !(await users.update(caller.userId, {
          ...{ name, email },
          ...(email !== self.email && { emailChangedAt: Date.now() }),
        }))
      )
        throw invalid('email', 'belongs to another account');
      await record(caller, 'profile-changed');
      return { data: { name, email } };
    },

    /** Throws INVALID_INPUT at `currentPassword`; every other session of the person ends. */
    async changePassword(
      caller: UserCaller,
      body: Body<typeof changePassword>,
      reply: FastifyReply,
    ): Promise<void> {
      const { email } = await requireSelf(caller);
      await requirePassword(caller, body.currentPassword, reply);
      requireGoodPassword(body.newPassword, email, 'newPassword');
      if (body.newPassword === body.currentPassword)
        throw invalid('newPassword', 'must differ from the present one');
      await users.update(caller.userId, { passwordHash: await hashPassword(body.newPassword) });
      await families.endAll({ userId: caller.userId, except: caller.familyId });
      await record(caller, 'password-changed');
    },
  };
}

export type ProfileService = ReturnType<typeof createProfileService>;

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
