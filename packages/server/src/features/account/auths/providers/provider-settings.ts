import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createSignInProvider } from '@tendril/contract/api/sign-in-providers';
import { AppError } from '@tendril/contract/app-error';
import type { AuditLog } from '../../../../platform/db/audit-log.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { callerName, type UserCaller } from '../../../../platform/http/caller.ts';
import {
  readMemberPermissions,
  readRolePermissions,
} from '../../../../platform/http/read-role-permissions.ts';
import type { IdentityStore } from './identities.store.ts';
import type { ProviderClient } from './provider-client.ts';
import type { Provider, ProviderStore } from './providers.store.ts';
import type { SignInPolicy } from './sign-in-policy.ts';

type NewFields = Body<typeof createSignInProvider>;
type Fields = Omit<NewFields, 'id'>;

interface SettingsParts {
  db: Database;
  providers: ProviderStore;
  client: Pick<ProviderClient, 'check'>;
  identities: Pick<IdentityStore, 'listOf'>;
  policy: SignInPolicy;
  audit: AuditLog;
}

/** How people of the installation sign in: the matter of its owner alone. */
export function createProviderSettings({ db, providers, client, identities, policy, audit }: SettingsParts) {
  const { requireOwner, requireOwn, requireSound } = createRules(db, providers);
  const record = (caller: UserCaller, action: AuditEvent, target?: string, name?: string) =>
    audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action,
      ...(target !== undefined && { target, detail: { name: name ?? '' } }),
    });

  return {
    async read(caller: UserCaller) {
      await requireOwner(caller);
      return { providers: await providers.list(), isPasswordOff: await policy.isPasswordOff() };
    },

    async create(caller: UserCaller, { clientSecret, id, ...fields }: NewFields): Promise<Provider> {
      await requireOwner(caller);
      await requireSound(caller, fields);
      await client.check({ ...fields, id: '', clientSecret, isFromEnvironment: false });
      const made = await providers.insert(fields, clientSecret, id);
      await record(caller, 'provider-added', made.id, made.name);
      return made;
    },

    /** A secret that is not sent stays, but never goes to another issuer than it was entered for. */
    async update(caller: UserCaller, id: string, { clientSecret, ...fields }: Fields): Promise<Provider> {
      await requireOwner(caller);
      const present = await requireOwn(id);
      await requireSound(caller, fields);
      if (
        fields.issuer !== present.issuer &&
        present.clientSecret !== undefined &&
        clientSecret === undefined
      )
        throw invalid('clientSecret', 'has to be entered again for another issuer');
      const changed = { ...fields, id, isFromEnvironment: false };
      const secret = clientSecret ?? present.clientSecret;
      await client.check({ ...changed, clientSecret: secret });
      await providers.update(id, fields, secret);
      await record(caller, 'provider-changed', id, fields.name);
      return { ...changed, clientSecret: secret };
    },

    /** Throws CONFLICT for the last one while passwords are off. */
    async remove(caller: UserCaller, id: string): Promise<void> {
      await requireOwner(caller);
      const { name } = await requireOwn(id);
      if ((await policy.isPasswordOff()) && (await providers.listNames()).length === 1)
        throw new AppError('CONFLICT', 'People sign in with this provider only. Turn passwords on first.');
      await providers.remove(id);
      await record(caller, 'provider-removed', id, name);
    },

    /** Throws CONFLICT where the caller could not sign in any more. */
    async savePolicy(caller: UserCaller, { isPasswordOff }: { isPasswordOff: boolean }): Promise<void> {
      await requireOwner(caller);
      const issuers = new Set((await providers.list()).map(({ issuer }) => sameIssuer(issuer)));
      const own = await identities.listOf(caller.userId);
      if (isPasswordOff && !own.some(({ issuer }) => issuers.has(sameIssuer(issuer))))
        throw new AppError(
          'CONFLICT',
          'Connect your own account with a provider first: otherwise you could not sign in any more.',
        );
      await policy.save(isPasswordOff);
      await record(caller, isPasswordOff ? 'passwords-turned-off' : 'passwords-turned-on');
    },
  };
}

export type ProviderSettings = ReturnType<typeof createProviderSettings>;

function createRules(db: Database, providers: ProviderStore) {
  async function requireOwner({ userId }: UserCaller): Promise<void> {
    const owner = await db.selectFrom('user').select('id').where('ownerMark', '=', 1).executeTakeFirst();
    if (owner?.id !== userId)
      throw new AppError('FORBIDDEN', 'Only the owner of this installation sets up how people sign in.');
  }

  /** Throws NOT_FOUND, and CONFLICT for the one that the environment sets. */
  async function requireOwn(id: string): Promise<Provider> {
    const provider = await providers.find(id);
    if (!provider) throw new AppError('NOT_FOUND', 'Sign-in provider not found.');
    if (provider.isFromEnvironment)
      throw new AppError('CONFLICT', 'This provider is set by the environment of the server.');
    return provider;
  }

  async function requireSound(caller: UserCaller, fields: Fields): Promise<void> {
    const { newcomers, groupRoles, groupsClaim, allowedDomains } = fields;
    if (groupRoles.length > 0 && groupsClaim === null)
      throw invalid('groupsClaim', 'is needed for roles by group');
    if (!newcomers) {
      if (groupsClaim !== null)
        throw invalid('newcomers', 'decides the workspace in which groups give roles');
      return;
    }
    if (allowedDomains.length === 0)
      throw invalid('allowedDomains', 'is needed: otherwise anybody with an account there could join');
    const { workspaceId } = newcomers;
    const own = await readMemberPermissions(db, { workspaceId }, caller.userId);
    if (!own.has('workspace:own')) throw invalid('newcomers.workspaceId', 'is not a workspace that you own');
    for (const [path, roleId] of [
      ['newcomers.roleId', newcomers.roleId],
      ...groupRoles.map((row, index) => [`groupRoles.${index}.roleId`, row.roleId]),
    ] as const) {
      if (roleId === 'owner') throw invalid(path, 'cannot be owner');
      if (!(await readRolePermissions(db, { workspaceId }, roleId ?? '')))
        throw invalid(path, 'is not a role of that workspace');
    }
  }

  return { requireOwner, requireOwn, requireSound };
}

/** Issuers are written with and without a slash at the end of a bare host. */
function sameIssuer(issuer: string): string {
  return URL.parse(issuer)?.href ?? issuer;
}

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
