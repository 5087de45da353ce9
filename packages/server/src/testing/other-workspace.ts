import { randomUUID } from 'node:crypto';
import { csrfHeader } from '@tendril/contract/api/session-cookies';
import type { InjectOptions } from 'fastify';
import { createAccessTokens } from '../platform/http/access-token.ts';
import { mintApiKey } from '../platform/http/api-keys.ts';
import { accessCookie } from '../platform/http/session.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** Sends requests with an API key. */
export interface KeyHolder {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly key: string;
  inject(options: InjectOptions): ReturnType<TestApp['inject']>;
}

/** A key of the given workspace, or of a new one. */
export async function makeKey(app: TestApp, workspaceId?: string): Promise<KeyHolder> {
  const { db } = app.infrastructure;
  const now = Date.now();
  const workspace = workspaceId ?? randomUUID();
  if (!workspaceId)
    await db.insertInto('workspace').values({ id: workspace, name: 'Elsewhere', createdAt: now }).execute();
  const { key, keyHash, hint } = mintApiKey();
  const keyId = randomUUID();
  const times = { createdAt: now, updatedAt: now, lastUsedAt: null, expiresAt: null };
  const row = {
    id: keyId,
    workspaceId: workspace,
    keyName: 'Test',
    keyHash,
    hint,
    scope: 'full' as const,
    ...times,
  };
  await db.insertInto('api_key').values(row).execute();
  return {
    workspaceId: workspace,
    keyId,
    key,
    inject: (options) =>
      app.inject({ ...options, headers: { authorization: `Bearer ${key}`, ...options.headers } }),
  };
}

/** A session like the user's in another workspace, whose admin they are: the given one, or a new one. */
export async function signInElsewhere(
  app: TestApp,
  user: TestUser,
  place?: Pick<KeyHolder, 'workspaceId'>,
): Promise<Pick<TestUser, 'inject' | 'cookies'>> {
  const { workspaceId } = place ?? (await makeKey(app));
  const { userId } = user.caller;
  await app.infrastructure.db
    .insertInto('membership')
    .values({ userId, workspaceId, createdAt: Date.now(), roleId: 'admin' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const tokens = createAccessTokens(app.infrastructure.vault.deriveKey('session'));
  const cookies = {
    ...user.cookies,
    [accessCookie]: tokens.sign({ ...user.caller, workspaceId }, Date.now()),
  };
  const headers = { [csrfHeader]: tokens.csrfTokenOf(user.caller.familyId) };
  return {
    cookies,
    inject: (options) => app.inject({ ...options, cookies, headers: { ...headers, ...options.headers } }),
  };
}
