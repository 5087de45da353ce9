import { endWorkspaceSession, listWorkspaceSessions } from '@tendril/contract/api/people';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { changeRole, type JoinedUser, signInAs } from '../../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe('a call that is open', () => {
  let app: TestApp;
  let owner: TestUser;
  let person: JoinedUser;
  let page: CallClient;

  beforeEach(async () => {
    app = await createTestApp();
    owner = await app.signIn();
    person = await signInAs(app, owner, 'operator');
    const { socketPath, token } = await registerCall(
      { ...owner, inject: person.inject },
      await makeAgent(owner),
    );
    page = new CallClient(await app.listen(), socketPath, token);
    await page.event('call-start');
  });
  afterEach(() => app.close());

  it('goes on while the role still permits it, and ends once it does not', async () => {
    await changeRole(owner, person.userId, 'builder');
    expect(await page.say('Hello')).not.toBe('');
    await changeRole(owner, person.userId, 'analyst');
    const loweredAt = Date.now();
    expect((await page.event('call-end')).reason).toBe('error_unknown');
    expect(Date.now() - loweredAt).toBeLessThan(2000);
  });

  it('ends with the session that an owner ends', async () => {
    const sessions = (await owner.inject({ url: listWorkspaceSessions.path })).json() as {
      id: string;
      userId: string;
    }[];
    const id = sessions.find(({ userId }) => userId === person.userId)?.id ?? '';
    const url = endWorkspaceSession.path.replace(':id', id);
    expect((await owner.inject({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await page.event('call-end')).reason).toBe('error_unknown');
  });
});
