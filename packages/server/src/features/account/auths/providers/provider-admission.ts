import { randomUUID } from 'node:crypto';
import type { ProviderOutcome } from '@tendril/contract/api/sign-in-providers';
import { AppError } from '@tendril/contract/app-error';
import type { ControlBus } from '../../../../platform/bus/control-bus.ts';
import { bumpRevision } from '../../../../platform/bus/revisions.ts';
import type { AuditLog } from '../../../../platform/db/audit-log.ts';
import type { DatabaseTransaction } from '../../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import { readRolePermissions } from '../../../../platform/http/read-role-permissions.ts';
import type { SessionOrigin } from '../../../../platform/http/session-families.ts';
import { setGroupRole } from '../../people/public.ts';
import type { SecondFactors } from '../factors/second-factors.ts';
import type { MembershipStore } from '../memberships.store.ts';
import { noPassword } from '../password.ts';
import type { AwaitedFactor, SessionOpening, SignedIn } from '../session-opening.ts';
import type { Person, UserStore } from '../users.store.ts';
import type { IdentityStore, NewIdentity } from './identities.store.ts';
import { identityOf, type Judgement, roleOfGroups } from './judge-claims.ts';
import type { ProviderClaims } from './provider-client.ts';
import type { Provider } from './providers.store.ts';

interface AdmissionParts {
  users: UserStore;
  memberships: MembershipStore;
  identities: IdentityStore;
  factors: Pick<SecondFactors, 'methodsOf'>;
  opening: SessionOpening;
  audit: AuditLog;
  bus: Pick<ControlBus, 'publish'>;
  writes: WriteGroup;
  takeInvitation(
    trx: DatabaseTransaction,
    token: string,
    userId: string,
  ): Promise<{ workspaceId: string; roleId: string }>;
}

interface Visitor {
  from: SessionOrigin;
  invite: string | undefined;
}

interface Admitted {
  outcome: ProviderOutcome;
  signedIn?: SignedIn;
  awaited?: AwaitedFactor;
}

/** A role that every workspace has, in place of one that is gone. */
const leastRole = 'viewer';

/** Lets people in whom a provider has named: with the account that they have, or with a new one. */
export function createProviderAdmission(parts: AdmissionParts) {
  const { memberships, identities, factors, opening, audit, bus, writes } = parts;
  const create = createNewcomers(parts);

  async function enter(person: Person, claims: ProviderClaims, visitor: Visitor, linked?: NewIdentity) {
    const workspaceId = (await memberships.lastWorkspaceOf(person.id)) ?? person.workspaceId;
    // Where nothing else could prove who sits there, signing in has to: otherwise nothing could ever be set up.
    const hasFactor = (await factors.methodsOf(person.id)).length > 0;
    const answer = await opening.openProved(
      { ...person, workspaceId },
      {
        action: 'user-signed-in',
        from: visitor.from,
        provedAt: claims.authenticatedAt ?? (hasFactor || person.hasPassword ? null : Date.now()),
        invitation: visitor.invite,
        identity: linked,
      },
    );
    return 'token' in answer
      ? ({ outcome: 'code', awaited: answer } as const)
      : ({ outcome: 'done', signedIn: answer } as const);
  }

  async function followGroups(provider: Provider, claims: ProviderClaims, person: Person): Promise<void> {
    const roleId = roleOfGroups(provider, claims);
    const workspaceId = provider.newcomers?.workspaceId;
    if (roleId === undefined || workspaceId === undefined) return;
    const changed = await writes.write(async (trx) => {
      const change = await setGroupRole(trx, { userId: person.id, workspaceId, roleId });
      if (change) await bumpRevision(trx, { workspaceId, what: 'role' });
      return change;
    });
    if (!changed) return;
    bus.publish({ kind: 'revised', scope: workspaceId, what: 'role' });
    await audit.record({
      workspaceId,
      actor: 'system',
      action: 'person-role-changed',
      target: person.id,
      detail: { name: person.name, from: changed.from, to: roleId },
    });
  }

  return {
    async admit(
      provider: Provider,
      claims: ProviderClaims,
      judgement: Judgement,
      visitor: Visitor,
    ): Promise<Admitted> {
      switch (judgement.kind) {
        case 'refused':
          return { outcome: judgement.outcome };
        case 'newcomer': {
          const person = await create(provider, claims, judgement.email, visitor.invite);
          if (!person) return { outcome: 'unknown' };
          const entry = {
            action: visitor.invite === undefined ? 'provider-joined' : 'invitation-accepted',
            from: visitor.from,
          } as const;
          return { outcome: 'done', signedIn: await opening.open(person, entry) };
        }
        case 'known':
        case 'link': {
          const identity = identityOf(provider, claims);
          if (judgement.kind === 'link') return enter(judgement.person, claims, visitor, identity);
          await identities.noteUse(identity);
          await followGroups(provider, claims, judgement.person);
          return enter(judgement.person, claims, visitor);
        }
      }
    },
  };
}

export type ProviderAdmission = ReturnType<typeof createProviderAdmission>;

/** Accounts for people who have none: in the workspace of their invitation, or where the provider's people join. */
function createNewcomers({ users, memberships, identities, writes, takeInvitation }: AdmissionParts) {
  return async (
    provider: Provider,
    claims: ProviderClaims,
    email: string,
    invite: string | undefined,
  ): Promise<Person | undefined> => {
    const { newcomers } = provider;
    if (invite === undefined && !newcomers) return undefined;
    const id = randomUUID();
    const name = claims.name ?? email.slice(0, email.lastIndexOf('@')).slice(0, 80);
    const workspaceId = await writes.write(async (trx) => {
      const place =
        invite === undefined
          ? await placeOfNewcomers(trx, provider, claims)
          : await takeInvitation(trx, invite, id);
      if (!(await users.insert(trx, id, { name, email, passwordHash: noPassword }))) throw alreadyThere();
      const identity = { ...identityOf(provider, claims), email };
      if (!(await identities.insert(trx, id, identity))) throw alreadyThere();
      await memberships.join(trx, id, place.workspaceId, place.roleId);
      return place.workspaceId;
    });
    return { id, name, email, workspaceId, hasPassword: false, isInstallationOwner: false };
  };
}

async function placeOfNewcomers(trx: DatabaseTransaction, provider: Provider, claims: ProviderClaims) {
  const { newcomers } = provider;
  if (!newcomers) throw alreadyThere();
  const { workspaceId } = newcomers;
  const roleId = roleOfGroups(provider, claims) ?? newcomers.roleId;
  const isThere = (await readRolePermissions(trx, { workspaceId }, roleId)) !== undefined;
  return { workspaceId, roleId: isThere && roleId !== 'owner' ? roleId : leastRole };
}

// Of two first visits at once, one makes the account: the other begins again.
function alreadyThere(): AppError {
  return new AppError('CONFLICT', 'This account was just created. Sign in again.');
}
