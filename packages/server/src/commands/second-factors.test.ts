import { login } from '@tendril/contract/api/auths';
import { confirmTotp, startTotp } from '@tendril/contract/api/second-factors';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../testing/databases.ts';
import { runCommand } from '../testing/run-command.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../testing/test-app.ts';

// Whole processes are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000 });

describe.each(databases)('tendril second-factors on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterEach(() => app.close());

  const command = (...args: string[]) => runCommand(app, 'second-factors', ...args);

  it('lets somebody who has lost the app sign in with the password alone', async () => {
    const started = await user.inject({ method: 'POST', url: startTotp.path, payload: {} });
    const code = new TOTP({ secret: started.json<{ secret: string }>().secret }).generate();
    const confirmed = await user.inject({ method: 'POST', url: confirmTotp.path, payload: { code } });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    const { email, password } = owner;
    const signIn = () => app.inject({ method: 'POST', url: login.path, payload: { email, password } });
    expect((await signIn()).json().code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await command(email.toUpperCase())).stdout).toContain('Removed.');
    expect((await signIn()).statusCode).toBe(200);
  });

  it('refuses an address that nobody has, and a call without one', async () => {
    await expect(command('nobody@example.com')).rejects.toMatchObject({
      stderr: expect.stringContaining('Nobody here has the email'),
    });
    await expect(command()).rejects.toMatchObject({
      stderr: expect.stringContaining('Usage: tendril second-factors EMAIL'),
    });
  });
});
