import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { login } from '@tendril/contract/api/auths';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeCache } from '../testing/code-cache.ts';
import { databases } from '../testing/databases.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../testing/test-app.ts';

// Whole processes are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000 });

const run = promisify(execFile);
const tendril = fileURLToPath(new URL('./tendril.ts', import.meta.url));

describe.each(databases)('tendril password on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterEach(() => app.close());

  const command = (...args: string[]) => {
    const { home, databaseUrl, secretKey } = app.infrastructure.config;
    const env = {
      PATH: process.env['PATH'],
      ...codeCache,
      TENDRIL_HOME: home,
      TENDRIL_SECRET_KEY: secretKey,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    };
    return run(process.execPath, [tendril, 'password', ...args], { env });
  };

  it('sets a new password that signs in, and ends what was signed in before', async () => {
    const { stdout } = await command(owner.email.toUpperCase());
    const password = stdout.trim().split('\n').at(-1) ?? '';
    expect(password.length).toBeGreaterThanOrEqual(16);
    const signIn = (given: string) =>
      app.inject({ method: 'POST', url: login.path, payload: { email: owner.email, password: given } });
    expect((await signIn(password)).statusCode).toBe(200);
    expect((await signIn(owner.password)).statusCode).toBe(401);
    const before = await app.infrastructure.db
      .selectFrom('session_family')
      .select('revokedAt')
      .where('userId', '=', user.caller.userId)
      .orderBy('createdAt')
      .executeTakeFirstOrThrow();
    expect(before.revokedAt).not.toBeNull();
  });

  it('refuses an address that nobody has, and a call without one', async () => {
    const refusal = (...args: string[]) =>
      command(...args).then(
        () => '',
        (error: { stderr: string }) => error.stderr,
      );
    expect(await refusal('nobody@example.com')).toContain('Nobody here has the email');
    expect(await refusal()).toContain('Usage: tendril password EMAIL');
  });
});
