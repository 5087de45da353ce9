import { randomUUID } from 'node:crypto';
import type { ApiKey } from '@tendril/contract/api/api-keys';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../db/scope.ts';
import type { Ground } from '../../ground.ts';
import { mintApiKey } from '../../http/api-keys.ts';
import type { UserCaller } from '../../http/caller.ts';
import { apiKeyStore } from './api-keys.store.ts';

/** API keys as people manage them. */
export function createApiKeyService({ db, apiKeys, audit }: Pick<Ground, 'db' | 'apiKeys' | 'audit'>) {
  const store = apiKeyStore(db);

  async function read(scope: Scope, id: string): Promise<ApiKey> {
    const key = await store.find(scope, id);
    if (!key) throw missing();
    return withFlows(key, await store.boundFlows(scope));
  }

  return {
    async list(scope: Scope): Promise<ApiKey[]> {
      const flows = await store.boundFlows(scope);
      return (await store.list(scope)).map((key) => withFlows(key, flows));
    },

    /** The only time that the key itself is answered. */
    async create(caller: UserCaller, keyName: string): Promise<ApiKey & { apiKey: string }> {
      const { key, keyHash, hint } = mintApiKey();
      const [id, now, { workspaceId }] = [randomUUID(), Date.now(), caller];
      const times = { createdAt: now, updatedAt: now, lastUsedAt: null, expiresAt: null };
      const shownHint = `${key.slice(0, 6)}…${hint}`;
      await store.insert({ id, workspaceId, keyName, keyHash, hint: shownHint, scope: 'full', ...times });
      await audit.record({
        workspaceId,
        actor: `user:${caller.userId}`,
        action: 'api-key-created',
        target: id,
      });
      return { ...(await read(caller, id)), apiKey: key };
    },

    async rename(scope: Scope, id: string, keyName: string): Promise<ApiKey> {
      if (!(await store.rename(scope, id, keyName))) throw missing();
      return read(scope, id);
    },

    async remove(caller: UserCaller, id: string): Promise<void> {
      if (!(await store.remove(caller, id))) throw missing();
      apiKeys.forget(id);
      const { workspaceId, userId } = caller;
      await audit.record({ workspaceId, actor: `user:${userId}`, action: 'api-key-deleted', target: id });
    },

    /** Throws NOT_FOUND when the workspace has no such key. */
    async require(scope: Scope, id: string): Promise<void> {
      if (!(await store.find(scope, id))) throw missing();
    },
  };
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

function withFlows(
  key: Omit<ApiKey, 'chatFlows'>,
  flows: readonly { id: string; flowName: string; apikeyid: string | null }[],
): ApiKey {
  const bound = flows.filter((flow) => flow.apikeyid === key.id);
  return { ...key, chatFlows: bound.map(({ id, flowName }) => ({ id, flowName })) };
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no such API key.');
}
