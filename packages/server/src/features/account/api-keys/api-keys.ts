import { randomUUID } from 'node:crypto';
import type { ApiKey, changeApiKey, createApiKey, importApiKeys } from '@tendril/contract/api/api-keys';
import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { Permission } from '@tendril/contract/permission';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { mintApiKey } from '../../../platform/http/api-keys.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import { parsePermissions } from '../../../platform/http/parse-permissions.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { readAuthorNames } from '../people/public.ts';
import { apiKeyStore, type ListedKey } from './api-keys.store.ts';
import { importKeys } from './import-keys.ts';
import { requireMakerCovered, requireOwnPermissions } from './key-rules.ts';
import { readKeyFile } from './read-key-file.ts';

type ApiKeyParts = Pick<Infrastructure, 'db' | 'bus' | 'writes' | 'audit'>;

/** API keys as people manage them. */
export function createApiKeyService({ db, bus, writes, audit }: ApiKeyParts) {
  const store = apiKeyStore(db);

  const { list, read } = createKeyLists(db);

  const record = createRecord(audit);

  return {
    list,

    /** The only time that the key itself is returned. Throws INVALID_INPUT with the field at fault. */
    async create(caller: UserCaller, body: Body<typeof createApiKey>): Promise<ApiKey> {
      const { keyName, scope, expiresAt } = body;
      const now = Date.now();
      requireFuture(expiresAt);
      const chosen = await requireChoice(db, caller, body);
      const { key, keyHash, hint } = mintApiKey();
      const [id, { workspaceId }] = [randomUUID(), caller];
      const times = { createdAt: now, updatedAt: now, lastUsedAt: null, expiresAt };
      const shownHint = `${key.slice(0, 4)}…${hint}`;
      const createdBy = caller.userId;
      await store.insert({
        ...{ id, workspaceId, keyName, keyHash, hint: shownHint, scope, ...chosen, createdBy },
        ...times,
      });
      await record(caller, 'api-key-created', id, { name: keyName, ...describeChoice(body) });
      return { ...(await read(caller, id)), apiKey: key };
    },

    /** Changes what a key may do. Throws NOT_FOUND, INVALID_INPUT with the field at fault, FORBIDDEN. */
    async change(caller: UserCaller, id: string, body: Body<typeof changeApiKey>): Promise<ApiKey> {
      const key = await store.find(caller, id);
      if (!key) throw missing();
      const { scope, expiresAt } = body;
      if (expiresAt !== undefined) requireFuture(expiresAt);
      await requireMakerCovered(db, caller, key);
      const chosen = await requireChoice(db, caller, body);
      const changes = { scope, ...chosen, ...(expiresAt !== undefined && { expiresAt }) };
      if (!(await store.update(caller, id, changes))) throw missing();
      bus.publish({ kind: 'revised', scope: caller.workspaceId, what: 'key', id });
      await record(caller, 'api-key-changed', id, {
        name: key.keyName,
        before: describeChoice({ ...key, permissions: permissionsOf(key) }),
        after: describeChoice(body),
      });
      return read(caller, id);
    },

    async rename(caller: UserCaller, id: string, keyName: string): Promise<ApiKey> {
      if (!(await store.update(caller, id, { keyName }))) throw missing();
      await record(caller, 'api-key-renamed', id, { name: keyName });
      return read(caller, id);
    },

    async remove(caller: UserCaller, id: string): Promise<void> {
      const key = await store.find(caller, id);
      if (!key) throw missing();
      await requireMakerCovered(db, caller, key);
      if (!(await store.remove(caller, id))) throw missing();
      bus.publish({ kind: 'end-key', keyId: id });
      await record(caller, 'api-key-deleted', id, { name: key.keyName });
    },

    /** Imports Flowise's key file in one transaction. Throws INVALID_INPUT naming what is wrong, or CONFLICT. */
    async import(
      caller: UserCaller,
      { jsonFile, importMode }: Body<typeof importApiKeys>,
    ): Promise<ApiKey[]> {
      const file = readKeyFile(jsonFile);
      const { changed, count } = await writes.write((trx) => importKeys(trx, caller, file, importMode));
      for (const id of changed) bus.publish({ kind: 'revised', scope: caller.workspaceId, what: 'key', id });
      await record(caller, 'api-keys-imported', undefined, { count, importMode });
      return list(caller);
    },

    /** Throws NOT_FOUND when the workspace has no such key. */
    async require(scope: Scope, id: string): Promise<void> {
      if (!(await store.find(scope, id))) throw missing();
    },
  };
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

function createRecord(audit: AuditLog) {
  return (caller: UserCaller, action: AuditEvent, target: string | undefined, detail: object) =>
    audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action,
      ...(target !== undefined && { target }),
      detail: { ...detail },
    });
}

/** Keys as lists show them. */
function createKeyLists(db: Database) {
  const store = apiKeyStore(db);

  const answer = async (scope: Scope, keys: readonly ListedKey[]): Promise<ApiKey[]> => {
    const bound = await store.boundFlows(scope);
    const chosen = await store.flowNames(scope, [...new Set(keys.flatMap(flowIdsOf))]);
    const makers = await readAuthorNames(db, scope, keys.map(makerOf));
    return keys.map((key) => ({
      ...toApiKey(key, bound, chosen),
      createdByName: makers.get(makerOf(key) ?? '') ?? null,
    }));
  };

  async function read(scope: Scope, id: string): Promise<ApiKey> {
    const key = await store.find(scope, id);
    const [found] = key ? await answer(scope, [key]) : [];
    if (!found) throw missing();
    return found;
  }

  const list = async (scope: Scope) => answer(scope, await store.list(scope));

  return { list, read };
}

type Choice = Pick<Body<typeof createApiKey>, 'scope' | 'flowIds' | 'permissions'>;

type BoundFlow = Awaited<ReturnType<ReturnType<typeof apiKeyStore>['boundFlows']>>[number];

function toApiKey(
  { flowIds, createdBy: _, ...key }: ListedKey,
  bound: readonly BoundFlow[],
  chosen: readonly { id: string; flowName: string }[],
): Omit<ApiKey, 'createdByName'> {
  const wanted = flowIdsOf({ flowIds });
  const chatFlows = bound.filter((flow) => flow.apikeyid === key.id);
  return {
    ...key,
    permissions: permissionsOf(key),
    apiKey: key.hint,
    scopeFlows: chosen.filter(({ id }) => wanted.includes(id)),
    chatFlows: chatFlows.map(({ updatedAt, apikeyid: _, ...flow }) => ({
      ...flow,
      updatedDate: new Date(updatedAt).toISOString(),
    })),
  };
}

/** In the form in which `callerName` names people. */
function makerOf({ createdBy }: Pick<ListedKey, 'createdBy'>): string | null {
  return createdBy === null ? null : `user:${createdBy}`;
}

/** What of a choice is stored. Throws INVALID_INPUT, and FORBIDDEN for a permission that the caller lacks. */
async function requireChoice(db: Database, caller: UserCaller, { scope, permissions, flowIds }: Choice) {
  if (scope !== 'flows' && flowIds.length > 0) throw invalid('flowIds', 'is for the scope "flows" only');
  if (scope !== 'custom' && permissions.length > 0)
    throw invalid('permissions', 'is for the scope "custom" only');
  if (scope === 'custom' && permissions.length === 0)
    throw invalid('permissions', 'must name at least one permission');
  await requireOwnPermissions(db, caller, permissions);
  return {
    flowIds: scope === 'flows' ? await requireFlows(apiKeyStore(db), caller, flowIds) : null,
    permissions: scope === 'custom' ? JSON.stringify([...new Set(permissions)]) : null,
  };
}

async function requireFlows(
  store: ReturnType<typeof apiKeyStore>,
  scope: Scope,
  flowIds: readonly string[],
): Promise<string> {
  const wanted = [...new Set(flowIds)];
  if (wanted.length === 0) throw invalid('flowIds', 'must name at least one flow');
  const known = new Set((await store.flowNames(scope, wanted)).map(({ id }) => id));
  const at = flowIds.findIndex((id) => !known.has(id));
  if (at >= 0) throw invalid(`flowIds.${at}`, 'is not a flow of this workspace');
  return JSON.stringify(wanted);
}

function permissionsOf({ permissions }: Pick<ListedKey, 'permissions'>): Permission[] {
  return permissions === null ? [] : [...parsePermissions(permissions)];
}

function describeChoice({ scope, permissions }: Pick<Choice, 'scope' | 'permissions'>): object {
  return { scope, ...(scope === 'custom' && { permissions }) };
}

function requireFuture(expiresAt: number | null): void {
  if (expiresAt !== null && expiresAt <= Date.now()) throw invalid('expiresAt', 'must lie in the future');
}

function flowIdsOf({ flowIds }: Pick<ListedKey, 'flowIds'>): string[] {
  return flowIds === null ? [] : (JSON.parse(flowIds) as string[]);
}

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'API key not found.');
}
