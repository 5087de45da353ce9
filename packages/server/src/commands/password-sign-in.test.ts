import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { login } from '@tendril/contract/api/auths';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeCache } from '../testing/code-cache.ts';
import { databases } from '../testing/databases.ts';
import { createTestApp, owner, type TestApp } from '../testing/test-app.ts';

// Whole processes are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000 });

const run = promisify(execFile);
const tendril = fileURLToPath(new URL('./tendril.ts', import.meta.url));

describe.each(databases)('tendril password-sign-in on %s', (database) => {
  let app: TestApp;

  beforeEach(async () => {
    const provider = { oidcIssuer: 'https://accounts.example.com', oidcClientId: 'tendril' };
    app = await createTestApp({ database, config: provider });
    await app.signIn();
  });
  afterEach(() => app.close());

  const command = () => {
    const { home, databaseUrl, secretKey } = app.infrastructure.config;
    const env = {
      PATH: process.env['PATH'],
      ...codeCache,
      TENDRIL_HOME: home,
      TENDRIL_SECRET_KEY: secretKey,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    };
    return run(process.execPath, [tendril, 'password-sign-in'], { env });
  };

  it('lets people in with passwords where only providers did, and says so when they could already', async () => {
    const { email, password } = owner;
    const signIn = () => app.inject({ method: 'POST', url: login.path, payload: { email, password } });
    await app.infrastructure.db
      .insertInto('sign_in_policy')
      .values({ id: 1, isPasswordOff: 1, updatedAt: Date.now() })
      .execute();
    expect((await signIn()).statusCode).toBe(403);
    expect((await command()).stdout).toContain('Passwords are on again.');
    expect((await signIn()).statusCode).toBe(200);
    expect((await command()).stdout).toContain('on already');
  });
});
