import { login } from '@tendril/contract/api/auths';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../testing/databases.ts';
import { runCommand } from '../testing/run-command.ts';
import { createTestApp, owner, type TestApp } from '../testing/test-app.ts';

// Whole processes are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000 });

describe.each(databases)('tendril password-sign-in on %s', (database) => {
  let app: TestApp;

  beforeEach(async () => {
    const provider = { oidcIssuer: 'https://accounts.example.com', oidcClientId: 'tendril' };
    app = await createTestApp({ database, config: provider });
    await app.signIn();
  });
  afterEach(() => app.close());

  const command = () => runCommand(app, 'password-sign-in');

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
