import { createCall } from '@tendril/contract/api/calls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const history = [
  { role: 'agent', content: 'Good day.' },
  { role: 'user', content: 'My name is Dana.' },
] as const;

describe.runIf(databases.includes('postgres'))('the line of a call that another process holds', () => {
  let apps: TestApp[];
  let addresses: string[];
  let user: TestUser;

  beforeEach(async () => {
    const first = await createTestApp({ database: 'postgres' });
    const { databaseUrl, secretKey } = first.infrastructure.config;
    apps = [first, await createTestApp({ config: { databaseUrl, secretKey } })];
    user = await first.signIn();
    addresses = [];
    for (const app of apps) {
      const base = await app.listen();
      await app.infrastructure.processes.announce(base);
      addresses.push(base);
    }
  });
  afterEach(async () => {
    for (const app of apps.toReversed()) await app.close();
  });

  /** A call at the first process, and the token by which its page comes back. */
  async function begin() {
    const agentId = await makeAgent(user);
    const call = await registerCall(user, agentId);
    const page = new CallClient(addresses[0]!, call.socketPath, call.token);
    const ready = await page.until(() => page.notices.find((notice) => notice.type === 'ready'));
    await page.event('call-start');
    return { call, page, resumeToken: ready.resumeToken ?? '' };
  }

  it('is led there when its page comes back to this one, both ways, and to its end', async () => {
    const { call, page, resumeToken } = await begin();
    page.socket.terminate();
    const back = new CallClient(addresses[1]!, call.socketPath, resumeToken);
    await back.until(() => back.notices.some(({ type }) => type === 'resumed'));
    expect(await back.say('Is anybody there?')).toContain('Is anybody there?');
    // Lost once more, it is still the same call.
    back.socket.terminate();
    const again = new CallClient(addresses[1]!, call.socketPath, resumeToken);
    await again.until(() => again.notices.some(({ type }) => type === 'resumed'));
    again.send({ type: 'hang-up' });
    expect(await again.closed).toBe(1000);
    const url = `${createCall.path}/${call.data.id}`;
    const { data } = (await user.inject({ method: 'GET', url })).json();
    expect(data).toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup' });
  });

  it('is not led there for pages of other sites', async () => {
    const { call, page, resumeToken } = await begin();
    const foreign = new CallClient(addresses[1]!, call.socketPath, resumeToken, 'https://elsewhere.example');
    expect(await foreign.closed).toBe(1000);
    expect(foreign.notices).toMatchObject([{ type: 'refused', code: 'UNAVAILABLE' }]);
    expect(await page.say('Still here?')).toContain('Still here?');
  });

  it('is refused in words when that process is gone', async () => {
    const { call, page, resumeToken } = await begin();
    page.socket.terminate();
    const gone = resumeToken.replace(/^[^.]*/, 'a-process-that-is-gone');
    const back = new CallClient(addresses[1]!, call.socketPath, gone);
    expect(await back.closed).toBe(1000);
    expect(back.notices).toMatchObject([
      { type: 'refused', code: 'UNAVAILABLE', message: expect.stringContaining('has stopped') },
    ]);
  });

  it('opens at this one with everything that was given when it was registered at the other', async () => {
    const agentId = await makeAgent(user, {
      llm: { generalPrompt: 'You talk to {{who}}.' },
      settings: { optOutSensitiveDataStorage: true },
    });
    const call = await registerCall(user, agentId, { variables: { who: 'Dana' }, history });
    const page = new CallClient(addresses[1]!, call.socketPath, call.token);
    await page.event('call-start');
    expect(await page.say('What is my name?')).toContain('Dana');
    const { db } = apps[1]!.infrastructure;
    expect(await db.selectFrom('call').select('given').execute()).toEqual([{ given: null }]);
    page.send({ type: 'hang-up' });
    await page.closed;
  });
});
