import { describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { createTestApp } from '../../../testing/test-app.ts';

describe('a call whose line opens while the server closes', () => {
  it('ends as it begins, as those do that were in progress', async () => {
    const app = await createTestApp();
    const user = await app.signIn();
    const base = await app.listen();
    const agentId = await makeAgent(user);
    const dial = async () => {
      const { socketPath, token } = await registerCall(user, agentId);
      return new CallClient(base, socketPath, token);
    };
    const inProgress = await dial();
    await inProgress.event('call-start');
    const late = await dial();
    await new Promise((resolve) => late.socket.once('open', resolve));
    await app.close();
    expect([await inProgress.closed, await late.closed]).toEqual([1000, 1000]);
  });
});
