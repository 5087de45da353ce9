import { login } from '@tendril/contract/api/auths';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../testing/databases.ts';
import { runCommand } from '../testing/run-command.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../testing/test-app.ts';

// Whole processes are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000 });

describe.each(databases)('tendril password on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterEach(() => app.close());

  const command = (...args: string[]) => runCommand(app, 'password', ...args);

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
