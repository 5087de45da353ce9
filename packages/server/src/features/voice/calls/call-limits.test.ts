import { createCall } from '@tendril/contract/api/calls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Config } from '../../../platform/config.ts';
import { CallClient, makeAgent, type RegisteredCall, registerCall } from '../../../testing/call-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe('calls at once', () => {
  let app: TestApp;
  let user: TestUser;
  let base: string;

  async function open(config: Partial<Config>): Promise<void> {
    await app?.close();
    app = await createTestApp({ config });
    user = await app.signIn();
    base = await app.listen();
  }
  beforeEach(() => open({}));
  afterEach(() => app.close());

  const dial = ({ socketPath, token }: RegisteredCall) => new CallClient(base, socketPath, token);
  const begun = async (agentId: string) => {
    const page = dial(await registerCall(user, agentId));
    await page.event('call-start');
    return page;
  };
  const register = (agentId: string) =>
    user.inject({
      method: 'POST',
      url: createCall.path,
      payload: { agentId, channel: 'text', version: 'draft' },
    });

  it.each([
    ['agentCalls', 'This agent has 2 calls in progress'],
    ['workspaceCalls', 'This workspace has 2 calls in progress'],
  ])(
    'have a limit by %s: the next is refused in words before it is registered, until one is over',
    async (limit, words) => {
      await open({ [limit]: 2 });
      const agentId = await makeAgent(user);
      const waiting = await registerCall(user, agentId);
      const [first] = [await begun(agentId), await begun(agentId)];
      const refused = await register(agentId);
      expect([refused.statusCode, refused.json().message]).toEqual([429, expect.stringContaining(words)]);
      expect(refused.headers['retry-after']).toBeDefined();
      // Registered below the limit: its line is refused, and its token opens it later.
      expect(await dial(waiting).closed).toBe(429);
      first.send({ type: 'hang-up' });
      await first.closed;
      const late = dial(waiting);
      await late.event('call-start');
      expect((await register(agentId)).statusCode).toBe(429);
    },
  );

  it('have a limit for one network address', async () => {
    await open({ addressCalls: 1 });
    const agentId = await makeAgent(user);
    const first = await begun(agentId);
    const second = await registerCall(user, agentId);
    expect(await dial(second).closed).toBe(429);
    first.send({ type: 'hang-up' });
    await first.closed;
    await dial(second).event('call-start');
  });

  it('lines that are opened at the same moment are counted one by one', async () => {
    await open({ agentCalls: 1 });
    const agentId = await makeAgent(user);
    const registered = [await registerCall(user, agentId), await registerCall(user, agentId)];
    const outcomes = await Promise.all(
      registered.map(dial).map((page) => Promise.race([page.event('call-start'), page.closed])),
    );
    expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(1);
  });
});

describe('a typed call', () => {
  it.each([
    [{ textCallIdleMs: 1000 }, 'inactivity'],
    [{ textCallMaxMs: 1000 }, 'max_duration_reached'],
  ] as const)('ends by itself: %j', async (config, reason) => {
    const app = await createTestApp({ config });
    try {
      const user = await app.signIn();
      const { socketPath, token } = await registerCall(user, await makeAgent(user));
      const page = new CallClient(await app.listen(), socketPath, token);
      expect((await page.event('call-end')).reason).toBe(reason);
    } finally {
      await app.close();
    }
  });
});

const lineOf = ({ socketPath, token }: RegisteredCall) => [socketPath, token] as const;

describe('the line of a call', () => {
  it('is opened by our own pages, and by others only where a program has registered it', async () => {
    const app = await createTestApp();
    try {
      const user = await app.signIn();
      const key = await makeKey(app, user.caller.workspaceId);
      const base = await app.listen();
      const agentId = await makeAgent(user);
      const connect = ({ socketPath, token }: RegisteredCall, origin: string) =>
        new Promise<number>((resolve, reject) => {
          const socket = new WebSocket(`${base.replace('http', 'ws')}${socketPath}?token=${token}`, {
            origin,
          });
          socket.on('open', () => resolve(101));
          socket.on('unexpected-response', (_request, response) => {
            resolve(response.statusCode ?? 0);
            response.destroy();
          });
          // One that is neither opened nor refused says why, instead of leaving the test to wait.
          socket.on('error', reject);
        });
      const own = await registerCall(user, agentId);
      expect(await connect(own, 'https://evil.example')).toBe(403);
      expect(await connect(own, base)).toBe(101);
      // Nor is it resumed by another site's page that has got hold of the token.
      const page = new CallClient(base, ...lineOf(await registerCall(user, agentId)));
      await page.event('call-start');
      const [ready] = page.notices;
      const token = ready?.type === 'ready' ? (ready.resumeToken ?? '') : '';
      expect(await connect({ ...own, token }, 'https://evil.example')).toBe(403);
      expect(await connect({ ...own, token }, base)).toBe(101);
      const payload = { agentId, channel: 'text', version: 'draft' };
      const made = await key.inject({ method: 'POST', url: createCall.path, payload });
      expect(await connect(made.json(), 'https://shop.example')).toBe(101);
    } finally {
      await app.close();
    }
  });
});
