import { acceptInvitation, readProfile } from '@tendril/contract/api/auths';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../testing/databases.ts';
import { runCommand } from '../testing/run-command.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../testing/test-app.ts';

describe.each(databases)('tendril workspace on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterEach(() => app.close());

  const command = (...args: string[]) => runCommand(app, 'workspace', ...args);
  const refusal = (...args: string[]): Promise<string> =>
    command(...args).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );

  it('adds a workspace for somebody with an account, while the server runs', async () => {
    const { stdout } = await command('add', 'Second house', owner.email.toUpperCase());
    expect(stdout).toContain('Made the workspace "Second house"');
    const { workspaces } = (await user.inject({ url: readProfile.path })).json();
    expect(workspaces.map(({ name }: { name: string }) => name)).toEqual([
      "Ada Owner's workspace",
      'Second house',
    ]);
    expect(await app.infrastructure.audit.findBreak()).toBeUndefined();
  });

  it('prints an invitation for anybody else', async () => {
    const { stdout } = await command('add', 'Third', 'new@example.com');
    const token = /https:\/\/studio\.example\/\?invite=(\S+)/.exec(stdout)?.[1];
    const payload = { token, name: 'New', email: 'new@example.com', password: 'a long password' };
    expect((await app.inject({ method: 'POST', url: acceptInvitation.path, payload })).statusCode).toBe(201);
    expect((await user.inject({ url: readProfile.path })).json().workspaces).toHaveLength(1);
  });

  it('says what is wrong with its words', async () => {
    expect(await refusal('add', 'Only a name')).toContain('Usage: tendril workspace add NAME EMAIL');
    expect(await refusal('drop', 'x', 'y@example.com')).toContain('Usage: ');
    expect(await refusal('add', 'Name', 'no address')).toContain('"no address" is not an email address.');
    expect(await refusal('add', 'n'.repeat(81), owner.email)).toContain('at most 80 characters');
  });
});
