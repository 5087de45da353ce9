import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
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

describe('a call whose custom LLM takes its connection and says nothing', () => {
  it('ends with the server, which does not wait for it', { timeout: 30_000 }, async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const app = await createTestApp({ config: { egressAllow: [address] } });
    try {
      const user = await app.signIn();
      const base = await app.listen();
      const agentId = await makeAgent(user, {
        settings: { brain: { type: 'custom-llm', url: `ws://${address}/llm` } },
      });
      const { data, socketPath, token } = await registerCall(user, agentId);
      const caller = new CallClient(base, socketPath, token);
      await expect.poll(() => sockets.length, { timeout: 10_000 }).toBeGreaterThan(0);
      await app.app.fastify.close();
      expect(await caller.closed).toBe(1000);
      const row = await app.infrastructure.db
        .selectFrom('call')
        .select(['status', 'disconnectionReason'])
        .where('id', '=', data.id)
        .executeTakeFirst();
      expect(row).toEqual({ status: 'error', disconnectionReason: 'error_unknown' });
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
      await app.close();
    }
  });
});
