import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createSignInProvider } from '@tendril/contract/api/sign-in-providers';
import { AppError } from '@tendril/contract/app-error';
import type { Selectable } from 'kysely';
import type { Config } from '../../../../platform/config.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import type { SignInTables } from '../../../../platform/db/sign-in-tables.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import type { SealedPlace } from '../../../../platform/secrets/sealed-place.ts';
import type { Vault } from '../../../../platform/secrets/vault.ts';

type ProviderFields = Omit<Body<typeof createSignInProvider>, 'clientSecret' | 'id'>;

/** A provider, ready to be used. */
export interface Provider extends ProviderFields {
  id: string;
  clientSecret: string | undefined;
  isFromEnvironment: boolean;
}

/** The id of the provider that the environment sets. */
const environmentProviderId = 'environment';

type EnvironmentSettings = Pick<
  Config,
  | 'oidcIssuer'
  | 'oidcClientId'
  | 'oidcClientSecret'
  | 'oidcName'
  | 'oidcDomains'
  | 'oidcNewcomerRole'
  | 'oidcGroupsClaim'
  | 'oidcGroupRoles'
>;

interface ProviderStoreParts {
  db: Database;
  writes: WriteGroup;
  vault: Vault;
  config: EnvironmentSettings;
}

/** The OpenID Connect providers of the installation; their secrets are sealed. */
export function createProviderStore({ db, writes, vault, config }: ProviderStoreParts) {
  const seal = (id: string, secret: string | undefined) =>
    secret === undefined ? null : vault.seal(placeOf(id), secret);
  const open = (row: Selectable<SignInTables['sign_in_provider']>): Provider => ({
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.clientId,
    clientSecret: row.encryptedSecret === null ? undefined : vault.open(placeOf(row.id), row.encryptedSecret),
    allowedDomains: JSON.parse(row.allowedDomains) as string[],
    newcomers: row.newcomers === null ? null : (JSON.parse(row.newcomers) as Provider['newcomers']),
    groupsClaim: row.groupsClaim,
    groupRoles: JSON.parse(row.groupRoles) as Provider['groupRoles'],
    isFromEnvironment: false,
  });

  const fromEnvironment = environmentProviders(db, config);

  return {
    async list(): Promise<Provider[]> {
      const rows = await db.selectFrom('sign_in_provider').selectAll().orderBy('createdAt').execute();
      return [...(await fromEnvironment()), ...rows.map(open)];
    },

    /** What the page of the sign-in shows; reads no secret. */
    async listNames(): Promise<{ id: string; name: string; issuer: string }[]> {
      const rows = await db
        .selectFrom('sign_in_provider')
        .select(['id', 'name', 'issuer'])
        .orderBy('createdAt')
        .execute();
      const { oidcIssuer: issuer } = config;
      if (issuer === undefined) return rows;
      return [{ id: environmentProviderId, name: config.oidcName ?? new URL(issuer).host, issuer }, ...rows];
    },

    async find(id: string): Promise<Provider | undefined> {
      if (id === environmentProviderId) return (await fromEnvironment())[0];
      const row = await db.selectFrom('sign_in_provider').selectAll().where('id', '=', id).executeTakeFirst();
      return row && open(row);
    },

    /** Throws CONFLICT for an id that is taken. */
    async insert(
      fields: ProviderFields,
      secret: string | undefined,
      id: string = randomUUID(),
    ): Promise<Provider> {
      const row = { id, ...toRow(fields), encryptedSecret: seal(id, secret), createdAt: Date.now() };
      const made = await writes.write((trx) =>
        trx
          .insertInto('sign_in_provider')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst(),
      );
      if (!made) throw new AppError('CONFLICT', 'This provider was added already.');
      return { ...fields, id, clientSecret: secret, isFromEnvironment: false };
    },

    async update(id: string, fields: ProviderFields, secret: string | undefined): Promise<void> {
      await writes.write((trx) =>
        trx
          .updateTable('sign_in_provider')
          .set({ ...toRow(fields), encryptedSecret: seal(id, secret) })
          .where('id', '=', id)
          .execute(),
      );
    },

    async remove(id: string): Promise<void> {
      await writes.write((trx) => trx.deleteFrom('sign_in_provider').where('id', '=', id).execute());
    },
  };
}

export type ProviderStore = ReturnType<typeof createProviderStore>;

const toRow = (fields: ProviderFields) => ({
  name: fields.name,
  issuer: fields.issuer,
  clientId: fields.clientId,
  allowedDomains: JSON.stringify(fields.allowedDomains),
  newcomers: fields.newcomers && JSON.stringify(fields.newcomers),
  groupsClaim: fields.groupsClaim,
  groupRoles: JSON.stringify(fields.groupRoles),
  updatedAt: Date.now(),
});

/** The provider that the environment sets, if it does. */
function environmentProviders(db: Database, config: EnvironmentSettings) {
  return async (): Promise<Provider[]> => {
    const { oidcIssuer, oidcClientId, oidcNewcomerRole: roleId } = config;
    if (oidcIssuer === undefined || oidcClientId === undefined) return [];
    const workspaceId = roleId === undefined ? undefined : await firstWorkspace(db);
    return [
      {
        id: environmentProviderId,
        name: config.oidcName ?? new URL(oidcIssuer).host,
        issuer: oidcIssuer,
        clientId: oidcClientId,
        clientSecret: config.oidcClientSecret,
        allowedDomains: config.oidcDomains,
        newcomers: roleId !== undefined && workspaceId !== undefined ? { workspaceId, roleId } : null,
        groupsClaim: config.oidcGroupsClaim ?? null,
        groupRoles: config.oidcGroupRoles,
        isFromEnvironment: true,
      },
    ];
  };
}

async function firstWorkspace(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('user')
    .innerJoin('membership', 'membership.userId', 'user.id')
    .select('membership.workspaceId')
    .where('user.ownerMark', '=', 1)
    .orderBy('membership.createdAt')
    .executeTakeFirst();
  return row?.workspaceId;
}

function placeOf(id: string): SealedPlace {
  return {
    workspaceId: '',
    column: 'sign_in_provider.encryptedSecret',
    key: id,
    label: 'The client secret of this sign-in provider',
    remedy: 'Enter it again.',
  };
}
