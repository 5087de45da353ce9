import { createApiKey } from '@tendril/contract/api/api-keys';
import { endOtherSessions } from '@tendril/contract/api/auths';
import { runCustomFunction } from '@tendril/contract/api/code-runs';
import { csrfHeader } from '@tendril/contract/api/session-cookies';
import { createVariable } from '@tendril/contract/api/variables';
import { changeLimits, readLimits } from '@tendril/contract/api/workspace-limits';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../testing/call-driver.ts';
import { databases } from '../../testing/databases.ts';
import { gatedFlow, makeFlow, studio, talkingFlow } from '../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../testing/gated-catalogue.ts';
import { makeKey } from '../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestAppOptions, type TestUser } from '../../testing/test-app.ts';

/** Nothing listens there: every message to other processes is lost. */
const cutBus = { redisUrl: 'redis://127.0.0.1:1' };
const ways = ['messages alone', 'revisions alone'] as const;
/** However long it takes: what is cached does not expire meanwhile, because no time passes. */
const patience = { interval: 20 };

describe.runIf(databases.includes('postgres')).each(ways)('two processes, with %s', (way) => {
  let here: TestApp;
  let there: TestApp;
  let user: TestUser;

  /** `there` shares database and key with `here`; a signed-in person is one in both. */
  async function start(options: TestAppOptions = {}): Promise<void> {
    const cut = way === 'revisions alone' ? cutBus : {};
    here = await createTestApp({ database: 'postgres', ...options, config: cut });
    const { databaseUrl, secretKey } = here.infrastructure.config;
    there = await createTestApp({ ...options, config: { databaseUrl, secretKey, ...cut } });
    user = await here.signIn();
    if (way === 'revisions alone') return stopTime();
    await sql`create rule nothing_revised as on insert to revision do instead nothing`.execute(
      here.infrastructure.db,
    );
    // Messages to a process that does not listen yet are lost.
    let heard = 0;
    there.infrastructure.bus.subscribe('poke-jobs', () => {
      heard += 1;
    });
    const ask = () => {
      here.infrastructure.bus.publish({ kind: 'poke-jobs' });
      return heard;
    };
    await expect.poll(ask, { timeout: 20_000 }).toBeGreaterThan(0);
    stopTime();
  }
  /** Only a message or a revision makes what is cached outdated, never its age. */
  const stopTime = () => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
  afterEach(async () => {
    vi.useRealTimers();
    await there.close();
    await here.close();
  });

  const inject: TestUser['inject'] = (request) =>
    there.inject({
      ...request,
      cookies: user.cookies,
      headers: { [csrfHeader]: user.cookies['csrf_token'] ?? '', ...request.headers },
    });
  /** From another browser, at the other process. */
  const endSession = async () => {
    const other = await here.signIn();
    const ended = await other.inject({ method: 'DELETE', url: endOtherSessions.path });
    expect(ended.statusCode).toBeLessThan(300);
  };
  const get = (url: string) => inject({ method: 'GET', url });

  describe('that answer', () => {
    let flowId: string;
    beforeEach(async () => {
      await start();
      flowId = await makeFlow(user, await talkingFlow(user));
    });

    const settings = (payload: object) =>
      user.inject({ method: 'PATCH', url: `${studio}/flows/${flowId}`, payload });
    const ask = (question: string) =>
      there.inject({ method: 'POST', url: `/api/v1/prediction/${flowId}`, payload: { question } });

    it('a flow that was made private is refused by both', async () => {
      expect((await settings({ isPublic: true })).statusCode).toBe(200);
      expect((await ask('Hello?')).statusCode).toBe(200);
      await settings({ isPublic: false });
      await expect.poll(async () => (await ask('Hello?')).statusCode, patience).toBe(401);
    });

    it('a flow that was removed is unknown to both', async () => {
      await settings({ isPublic: true });
      expect((await ask('Hello?')).statusCode).toBe(200);
      await user.inject({ method: 'DELETE', url: `${studio}/flows/${flowId}` });
      await expect.poll(async () => (await ask('Hello?')).statusCode, patience).toBe(401);
    });

    it('a new value of a secret variable is redacted by both', async () => {
      const made = await user.inject({
        method: 'POST',
        url: createVariable.path,
        payload: { name: 'token', value: 'canary-of-old', type: 'static', isSecret: true },
      });
      await settings({ isPublic: true });
      const shown = async () => {
        await ask('Is it canary-of-new or canary-of-old?');
        const { payload } = await here.infrastructure.db
          .selectFrom('event')
          .select(sql<string>`string_agg(payload, ' ' order by "runId", seq)`.as('payload'))
          .where('kind', '=', 'step-start')
          .where('runId', '=', (run) => run.selectFrom('run').select('id').orderBy('id', 'desc').limit(1))
          .executeTakeFirstOrThrow();
        return { old: payload.includes('canary-of-old'), new: payload.includes('canary-of-new') };
      };
      await expect.poll(shown, patience).toEqual({ old: false, new: true });
      const { id } = made.json<{ id: string }>();
      const url = `${createVariable.path}/${id}`;
      const put = await user.inject({ method: 'PUT', url, payload: { value: 'canary-of-new' } });
      expect(put.statusCode).toBe(200);
      await expect.poll(shown, patience).toEqual({ old: true, new: false });
    });

    it('a variable has its new value in both', async () => {
      const variable = { name: 'city', value: 'Rome', type: 'static', isSecret: false };
      const url = createVariable.path;
      const { id } = (await user.inject({ method: 'POST', url, payload: variable })).json<{ id: string }>();
      const city = async () => {
        const payload = { javascriptFunction: 'return $vars.city' };
        return (await inject({ method: 'POST', url: runCustomFunction.path, payload })).json().output;
      };
      await expect.poll(city, patience).toBe('Rome');
      await user.inject({ method: 'PUT', url: `${url}/${id}`, payload: { value: 'Turin' } });
      await expect.poll(city, patience).toBe('Turin');
    });

    it('a limit holds in both', async () => {
      const calls = async () => {
        const { data } = (await get(readLimits.path)).json<{ data: { name: string; value: number }[] }>();
        return data.find(({ name }) => name === 'workspaceCalls')?.value;
      };
      expect(await calls()).toBe(40);
      await user.inject({ method: 'PUT', url: changeLimits.path, payload: { workspaceCalls: 7 } });
      await expect.poll(calls, patience).toBe(7);
    });

    it('a key that was deleted is refused by both', async () => {
      const key = await makeKey(here, user.caller.workspaceId);
      const use = async () => {
        const headers = { authorization: `Bearer ${key.key}` };
        return (await there.inject({ method: 'GET', url: '/api/v1/chatflows', headers })).statusCode;
      };
      expect(await use()).toBe(200);
      await user.inject({ method: 'DELETE', url: `${createApiKey.path}/${key.keyId}` });
      await expect.poll(use, patience).toBe(401);
    });

    it('a call ends with the session that registered it, wherever its line is', async () => {
      const agentId = await makeAgent(user, { llm: { beginMode: 'user' } });
      const base = await there.listen();
      const [open, unopened] = [await registerCall(user, agentId), await registerCall(user, agentId)];
      const page = new CallClient(base, open.socketPath, open.token);
      await page.until(() => page.notices.some(({ type }) => type === 'ready'));
      await endSession();
      expect(await page.event('call-error')).toMatchObject({ code: 'UNAUTHORIZED' });
      expect(await page.closed).toBe(1000);
      const late = new CallClient(base, unopened.socketPath, unopened.token);
      expect(await late.closed).toBe(401);
    });
  });

  describe('that stream', () => {
    let flowId: string;
    let base: string;
    let gate: ReturnType<typeof gatedCatalogue>['gate'];
    beforeEach(async () => {
      const gated = gatedCatalogue();
      gate = gated.gate;
      await start({ catalogue: gated.catalogue });
      flowId = await makeFlow(user, await gatedFlow(user));
      base = await there.listen();
    });

    /** Asks, and waits for the first word; then the answer stays open. */
    async function openStream(path: string, headers: Record<string, string>, payload: object) {
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(payload),
      });
      expect(response.status).toBe(200);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      gate.say('So ');
      let text = '';
      while (!text.includes('So ')) text += (await reader.read()).value ?? '';
      return {
        async closed() {
          for (;;) if ((await reader.read()).done) return true;
        },
      };
    }

    it('an answer ends with its key', async () => {
      const key = await makeKey(here, user.caller.workspaceId);
      const stream = await openStream(
        `/api/v1/prediction/${flowId}`,
        { authorization: `Bearer ${key.key}` },
        { question: 'Well?', streaming: true },
      );
      await user.inject({ method: 'DELETE', url: `${createApiKey.path}/${key.keyId}` });
      expect(await stream.closed()).toBe(true);
    });

    it('an answer ends with its session, and the session is refused by both', async () => {
      const cookie = Object.entries(user.cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ');
      const stream = await openStream(
        `${studio}/flows/${flowId}/runs`,
        { cookie, [csrfHeader]: user.cookies['csrf_token'] ?? '' },
        { question: 'Well?', chatId: 'chat' },
      );
      expect((await get(`${studio}/flows`)).statusCode).toBe(200);
      await endSession();
      expect(await stream.closed()).toBe(true);
      await expect.poll(async () => (await get(`${studio}/flows`)).statusCode, patience).toBe(401);
    });
  });
});
