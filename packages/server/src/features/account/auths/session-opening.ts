import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import { AppError } from '@tendril/contract/app-error';
import type { ControlBus } from '../../../platform/bus/control-bus.ts';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import type { OpenedSession } from '../../../platform/http/refresh-tokens.ts';
import type { SessionFamilies, SessionOrigin } from '../../../platform/http/session-families.ts';
import { endKeysOf } from '../people/public.ts';
import type { FactorMethod, SecondFactors } from './factors/second-factors.ts';
import type { SignInSteps } from './factors/sign-in-steps.ts';
import type { MembershipStore } from './memberships.store.ts';
import { noPassword } from './password.ts';
import type { IdentityStore, NewIdentity } from './providers/identities.store.ts';
import type { Person, UserStore } from './users.store.ts';

export interface SignedIn {
  person: Person;
  session: OpenedSession;
}

/** The first step was right; the second factor is still to come. */
export interface AwaitedFactor {
  /** The secret by which the sign-in is completed. */
  token: string;
  methods: readonly FactorMethod[];
}

/** What a sign-in is to change once nothing of it is missing: until then a first step has opened and given nothing. */
export interface Admission {
  /** The secret of an invitation that the person accepts. */
  invitation?: string | undefined;
  /** An account at a provider that opens the person's account from now on, and its password no more. */
  identity?: NewIdentity | undefined;
}

interface Entry extends Admission {
  action: AuditEvent;
  from: SessionOrigin;
  /** When the person proved their identity, if not now. */
  provedAt?: number | null;
}

interface SessionOpeningParts {
  users: UserStore;
  memberships: MembershipStore;
  identities: IdentityStore;
  families: SessionFamilies;
  bus: Pick<ControlBus, 'publish'>;
  audit: AuditLog;
  writes: WriteGroup;
  factors: Pick<SecondFactors, 'methodsOf'>;
  steps: SignInSteps;
  /** Redeems an invitation for a person; returns the workspace, or throws NOT_FOUND. */
  takeInvitation(
    trx: DatabaseTransaction,
    token: string,
    userId: string,
  ): Promise<{ workspaceId: string; roleId: string }>;
}

/** Opens the sessions of people whose first step was right: at once, or after the second. */
export function createSessionOpening(parts: SessionOpeningParts) {
  const { users, families, audit, factors, steps } = parts;
  const admit = createAdmission(parts);

  async function open(person: Person, { action, from, provedAt, ...admission }: Entry): Promise<SignedIn> {
    const workspaceId = await admit(person, admission);
    const session = await families.begin(person.id, workspaceId, from, provedAt);
    await audit.record({ workspaceId, actor: `user:${person.id}`, action });
    return { person: { ...person, workspaceId }, session };
  }

  return {
    open,

    /** Opens the session, or asks for the second factor first. */
    async openProved(person: Person, entry: Entry): Promise<SignedIn | AwaitedFactor> {
      const methods = await factors.methodsOf(person.id);
      if (methods.length === 0) return open(person, entry);
      const { action, invitation, identity, from } = entry;
      const { id: userId, workspaceId } = person;
      const pending: PendingPerson = { userId, workspaceId, action, invitation, identity };
      if (from.providerId !== undefined) pending.providerId = from.providerId;
      if (from.providerSid !== undefined) pending.providerSid = from.providerSid;
      return { token: await steps.begin('second-factor', pending), methods };
    },

    /** Who is to take the second step. Throws UNAUTHORIZED for a step that has expired. */
    async requirePending(token: string | undefined): Promise<PendingPerson> {
      const pending = token && (await steps.look<PendingPerson>('second-factor', token));
      if (!pending) throw expired();
      return pending;
    },

    /** Completes a sign-in after the second step. Throws UNAUTHORIZED. */
    async complete(token: string | undefined, from: SessionOrigin): Promise<SignedIn> {
      // Of two requests with two right codes, one opens a session.
      const pending = token && (await steps.take<PendingPerson>('second-factor', token));
      const person = pending && (await users.findById(pending.userId));
      if (!pending || !person) throw expired();
      const { workspaceId, action, invitation, identity, providerId, providerSid } = pending;
      return open(
        { ...person, workspaceId },
        { action, invitation, identity, from: { ...from, providerId, providerSid } },
      );
    },
  };
}

export type SessionOpening = ReturnType<typeof createSessionOpening>;

interface PendingPerson extends Admission {
  userId: string;
  workspaceId: string;
  action: AuditEvent;
  providerId?: string;
  providerSid?: string;
}

/** Does what a complete sign-in is to change; returns the workspace that it leads to. */
function createAdmission({
  users,
  memberships,
  identities,
  families,
  bus,
  audit,
  writes,
  takeInvitation,
}: SessionOpeningParts) {
  return async ({ id, workspaceId }: Person, { invitation, identity }: Admission): Promise<string> => {
    if (!invitation && !identity) return workspaceId;
    const { led, keyIds } = await writes.write(async (trx) => {
      if (identity && !(await identities.insert(trx, id, identity))) throw expired();
      const ended = identity ? await endKeysOf(trx, { userId: id }) : [];
      if (!invitation) return { led: workspaceId, keyIds: ended };
      const joined = await takeInvitation(trx, invitation, id);
      await memberships.join(trx, id, joined.workspaceId, joined.roleId);
      return { led: joined.workspaceId, keyIds: ended };
    });
    if (identity) {
      // Nobody has confirmed the address of the account before: who may have made it with another's is out.
      await users.update(id, { passwordHash: noPassword });
      for (const keyId of keyIds) bus.publish({ kind: 'end-key', keyId });
      await families.endAll({ userId: id });
      await audit.record({
        workspaceId: led,
        actor: `user:${id}`,
        action: 'provider-linked',
        target: id,
        detail: { email: identity.email, ...(keyIds.length > 0 && { keysEnded: keyIds.length }) },
      });
    }
    return led;
  };
}

function expired(): AppError {
  return new AppError('UNAUTHORIZED', 'This sign-in has expired. Sign in again.');
}
