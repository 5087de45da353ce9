import { randomUUID } from 'node:crypto';
import type { ApiKey, createApiKey, importApiKeys } from '@tendril/contract/api/api-keys';
import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { mintApiKey } from '../../../platform/http/api-keys.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { readAuthorNames } from '../people/public.ts';
import { apiKeyStore, type ListedKey } from './api-keys.store.ts';
import { importKeys } from './import-keys.ts';
import { readKeyFile } from './read-key-file.ts';

type ApiKeyParts = Pick<Infrastructure, 'db' | 'writes' | 'apiKeys' | 'audit'>;

/** API keys as people manage them. */
export function createApiKeyService({ db, writes, apiKeys, audit }: ApiKeyParts) {
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

  const record = (caller: UserCaller, action: AuditEvent, target: string | undefined, detail: object) =>
    audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action,
      ...(target !== undefined && { target }),
      detail: { ...detail },
    });

  return {
    list,

    /** The only time that the key itself is returned. Throws INVALID_INPUT with the field at fault. */
    async create(caller: UserCaller, body: Body<typeof createApiKey>): Promise<ApiKey> {
      const { keyName, scope, expiresAt } = body;
      const now = Date.now();
      if (expiresAt !== null && expiresAt <= now) throw invalid('expiresAt', 'must lie in the future');
      const flowIds = scope === 'flows' ? await requireFlows(store, caller, body.flowIds) : null;
      if (scope !== 'flows' && body.flowIds.length > 0)
        throw invalid('flowIds', 'is for the scope "flows" only');
      const { key, keyHash, hint } = mintApiKey();
      const [id, { workspaceId }] = [randomUUID(), caller];
      const times = { createdAt: now, updatedAt: now, lastUsedAt: null, expiresAt };
      const shownHint = `${key.slice(0, 4)}…${hint}`;
      const createdBy = caller.userId;
      await store.insert({
        ...{ id, workspaceId, keyName, keyHash, hint: shownHint, scope, flowIds, createdBy },
        ...times,
      });
      await record(caller, 'api-key-created', id, { name: keyName, scope });
      return { ...(await read(caller, id)), apiKey: key };
    },

    async rename(caller: UserCaller, id: string, keyName: string): Promise<ApiKey> {
      if (!(await store.update(caller, id, { keyName }))) throw missing();
      await record(caller, 'api-key-renamed', id, { name: keyName });
      return read(caller, id);
    },

    async remove(caller: UserCaller, id: string): Promise<void> {
      const key = await store.find(caller, id);
      if (!key || !(await store.remove(caller, id))) throw missing();
      apiKeys.forget(id);
      await record(caller, 'api-key-deleted', id, { name: key.keyName });
    },

    /** Imports Flowise's key file in one transaction. Throws INVALID_INPUT naming what is wrong, or CONFLICT. */
    async import(
      caller: UserCaller,
      { jsonFile, importMode }: Body<typeof importApiKeys>,
    ): Promise<ApiKey[]> {
      const file = readKeyFile(jsonFile);
      const { changed, count } = await writes.write((trx) => importKeys(trx, caller, file, importMode));
      for (const id of changed) apiKeys.forget(id);
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

function flowIdsOf({ flowIds }: Pick<ListedKey, 'flowIds'>): string[] {
  return flowIds === null ? [] : (JSON.parse(flowIds) as string[]);
}

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'API key not found.');
}
