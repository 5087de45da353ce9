import { createServer, type Server } from 'node:net';
import { createCall, interveneInCall, openCallSocket, stopCall } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { createRetellWebCall } from '@tendril/contract/api/retell-calls';
import { healthLive, readMetrics } from '@tendril/contract/api/server-status';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../../platform/config.ts';
import { CallClient, makeAgent, type RegisteredCall, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const greeting =
  'Good morning, this is the bakery at the corner of the market square. What can I do for you?';

describe.runIf(databases.includes('postgres'))('a call of an installation with processes for calls', () => {
  let web: TestApp;
  let apps: TestApp[];
  let base: string;
  let user: TestUser;
  let agentId: string;

  beforeAll(async () => {
    web = await createTestApp({ database: 'postgres', config: { roles: ['web'] } });
    apps = [];
    base = await announced(web);
    user = await web.signIn();
    agentId = await makeAgent(user, {
      agent: { beginMessageDelayMs: 0 },
      llm: { beginMode: 'defined', beginMessage: greeting },
    });
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    await web.infrastructure.db.deleteFrom('call').execute();
  });
  afterAll(() => web.close());

  async function announced(app: TestApp): Promise<string> {
    const address = await app.listen();
    await app.infrastructure.processes.announce(address);
    return address;
  }
  /** One more process, and its address. */
  async function start(config: Partial<Config> = {}) {
    const { databaseUrl, secretKey } = web.infrastructure.config;
    const app = await createTestApp({ config: { databaseUrl, secretKey, roles: ['media'], ...config } });
    apps.push(app);
    return { app, id: app.infrastructure.processes.id, address: await announced(app) };
  }
  const register = (by: TestUser = user) => registerCall(by, agentId, { channel: 'audio' });
  const open = ({ socketPath, token }: RegisteredCall, at = base) =>
    new SpeakingCaller(at, socketPath, token);
  /** A call at a process, once its agent speaks. */
  async function begin() {
    const call = await register();
    const page = open(call);
    await page.event('agent-speech-start');
    return { call, page, id: call.data.id };
  }
  const ownerOf = async (id: string) =>
    (await web.infrastructure.db.selectFrom('call').select('ownerId').where('id', '=', id).executeTakeFirst())
      ?.ownerId;
  const stop = (id: string, by: Pick<TestUser, 'inject'> = user) =>
    by.inject({ method: 'POST', url: stopCall.path.replace(':id', id) });

  it('is registered for one of them, and heard and held there, through the process that was asked', async () => {
    const media = await start();
    const { call, page, id } = await begin();
    expect(call.token.split('.')[0]).toBe(media.id);
    expect(call.socketPath).toBe(openCallSocket.path);
    await page.until(() => page.audio.length > 10);
    expect(await ownerOf(id)).toBe(media.id);
    expect(media.app.infrastructure.load.value).toBeCloseTo(1 / 120, 3);
    expect(web.infrastructure.load.value).toBe(0);
    await page.speak('Do you have rye bread today?');
    await page.event('user-turn');
    page.send({ type: 'hang-up' });
    expect(await page.closed).toBe(1000);
    const { data } = (await user.inject({ url: `${createCall.path}/${id}` })).json();
    expect(data).toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup' });
  });

  it('is typed where it is asked', async () => {
    await start();
    const call = await registerCall(user, agentId);
    const page = new CallClient(base, call.socketPath, call.token);
    await page.event('call-start');
    expect(await ownerOf(call.data.id)).toBe(web.infrastructure.processes.id);
  });

  it('comes back after its line was lost, at any process', async () => {
    await start();
    const other = await start();
    const { call, page } = await begin();
    const ready = await page.until(() => page.notices.find((notice) => notice.type === 'ready'));
    page.socket.terminate();
    const back = new CallClient(base, call.socketPath, ready.resumeToken ?? '');
    await back.until(() => back.notices.some(({ type }) => type === 'resumed'));
    back.socket.terminate();
    const again = new CallClient(other.address, call.socketPath, ready.resumeToken ?? '');
    await again.until(() => again.notices.some(({ type }) => type === 'resumed'));
    again.send({ type: 'hang-up' });
    expect(await again.closed).toBe(1000);
  });

  it('is led, taken over and ended by those who watch at the process that serves pages', async () => {
    await start();
    const { page, id } = await begin();
    const act = async (payload: object) =>
      (await user.inject({ method: 'POST', url: interveneInCall.path.replace(':id', id), payload }))
        .statusCode;
    expect(await act({ type: 'whisper', text: 'There is no rye bread left.' })).toBe(200);
    expect(await act({ type: 'take-over' })).toBe(200);
    expect(await act({ type: 'say', text: 'This is Anna.' })).toBe(200);
    await page.until(() =>
      page.events.some((event) => event.type === 'agent-turn' && /Anna/.test(event.text)),
    );
    const outsider = await makeKey(web);
    expect((await stop(id, outsider)).statusCode).toBe(404);
    expect((await stop(id)).json().data).toMatchObject({ disconnectionReason: 'manual_stopped' });
    expect(await page.closed).toBe(1000);
  });

  it('is opened at the address of its process by pages of others, and at a path of ours by our own', async () => {
    const media = await start({ mediaUrl: 'https://media1.example/line' });
    const key = await makeKey(web, user.caller.workspaceId);
    const named = await register(key as unknown as TestUser);
    expect(named.socketPath).toBe(`wss://media1.example/line${openCallSocket.path}`);
    const own = await register();
    expect(own.socketPath).toBe(openCallSocket.path);
    // The proxy in front of the process may leave the path of its address as it is, or take it away.
    const page = open({ ...named, socketPath: `/line${openCallSocket.path}` }, media.address);
    await page.event('agent-speech-start');
    expect(await ownerOf(named.data.id)).toBe(media.id);
    const payload = { agent_id: agentId };
    const url = createRetellWebCall.path;
    const retell = (await key.inject({ method: 'POST', url, payload })).json();
    expect(retell).toMatchObject({
      socket_url: named.socketPath,
      access_token: expect.stringMatching(media.id),
    });
    page.send({ type: 'hang-up' });
    await page.closed;
  });

  it('is opened at a path below the address of the installation by every page', async () => {
    const media = await start({ mediaUrl: '/media/1' });
    const call = await register();
    expect(call.socketPath).toBe(`/media/1${openCallSocket.path}`);
    const page = open(call, media.address);
    await page.event('agent-speech-start');
    const ready = await page.until(() => page.notices.find((notice) => notice.type === 'ready'));
    page.socket.terminate();
    const back = new CallClient(media.address, call.socketPath, ready.resumeToken ?? '');
    await back.until(() => back.notices.some(({ type }) => type === 'resumed'));
    back.send({ type: 'hang-up' });
    expect(await back.closed).toBe(1000);
  });

  it('goes to the process with most room, and is refused in words where all are full', async () => {
    const [one, other] = [await start({ callPlaces: 2 }), await start({ callPlaces: 2 })];
    const calls = [];
    for (let count = 0; count < 4; count += 1) calls.push(await begin());
    const owners = await Promise.all(calls.map(({ id }) => ownerOf(id)));
    expect(owners.toSorted()).toEqual([one.id, one.id, other.id, other.id].toSorted());
    const payload = { agentId, channel: 'audio', version: 'draft' };
    const refused = await user.inject({ method: 'POST', url: createCall.path, payload });
    expect([refused.statusCode, refused.json().message]).toEqual([
      503,
      expect.stringContaining('All places for calls are taken'),
    ]);
    expect(refused.headers['retry-after']).toBe('5');
    const { count } = await web.infrastructure.db
      .selectFrom('call')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(4);
    calls[0]?.page.send({ type: 'hang-up' });
    await calls[0]?.page.closed;
    expect((await register()).token).toContain('.');
  });

  it('is told in words at its line that its process was filled meanwhile', async () => {
    const media = await start({ callPlaces: 1 });
    const call = await register();
    const { load } = media.app.infrastructure;
    load.countCalls(() => 1);
    const { db } = web.infrastructure;
    // Registered before, and not kept any more.
    await db.updateTable('call').set({ id: 'other' }).where('id', '=', call.data.id).execute();
    const page = open(call);
    expect(await page.closed).toBe(1000);
    expect(page.notices).toMatchObject([{ type: 'refused', code: 'UNAVAILABLE' }]);
  });

  it('is begun by another process when that one is gone or stops, and by this one when there is none', async () => {
    const [one, other] = [await start(), await start()];
    const first = await register();
    const [gone, left] = first.token.startsWith(one.id) ? [one, other] : [other, one];
    await gone.app.close();
    apps.splice(apps.indexOf(gone.app), 1);
    const page = open(first);
    await page.event('agent-speech-start');
    expect(await ownerOf(first.data.id)).toBe(left.id);
    page.send({ type: 'hang-up' });
    await page.closed;
    const second = await register();
    expect(second.token.split('.')[0]).toBe(left.id);
    left.app.app.lifecycle.leave();
    await left.app.infrastructure.processes.drain();
    expect((await register()).token).not.toContain('.');
    const late = open(second);
    await late.event('agent-speech-start');
    expect(await ownerOf(second.data.id)).toBe(web.infrastructure.processes.id);
  });

  it('is not kept waiting by a process that does not answer', async () => {
    const silent: Server = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const now = Date.now() + 3_600_000;
    await web.infrastructure.db
      .insertInto('process')
      .values({
        ...{ id: 'silent', state: 'up', address: `http://127.0.0.1:${port}`, roles: 'media', load: -1 },
        ...{ host: 'h', version: '1', startedAt: now, beatAt: now, pid: 1 },
      } as never)
      .execute();
    const media = await start();
    const call = await register();
    expect(call.token.split('.')[0]).toBe(media.id);
    const page = open(call);
    await page.event('agent-speech-start');
    // A token that names it is led on in time, too.
    const lost = await register();
    const moved = open({ ...lost, token: `silent.${lost.token.split('.')[1]}` });
    await moved.event('agent-speech-start');
    expect(await ownerOf(lost.data.id)).toBe(media.id);
    silent.close();
    await web.infrastructure.db.deleteFrom('process').where('id', '=', 'silent').execute();
  });

  it('lets nobody in who has no token of it, and nothing of the API is served at its process', async () => {
    const media = await start();
    const other = await makeKey(web);
    const socket = (query: string, path = openCallSocket.path) =>
      new CallClient(media.address, path, query).closed;
    expect(await socket('')).toBe(401);
    expect(await socket('made-up')).toBe(401);
    const made = new CallClient(media.address, openCallSocket.path, `${media.id}.${'a'.repeat(43)}`);
    expect(await made.closed).toBe(1000);
    expect(made.notices).toMatchObject([{ type: 'refused', code: 'UNAVAILABLE' }]);
    const call = await register();
    expect(await socket(`${call.token.split('.')[1]}&isOwnOrigin=true`, '/internal/calls/line')).toBe(404);
    for (const url of ['/', '/api/v1/ping', `${hubPrefix}/calls`, createCall.path, '/widget-call.js']) {
      const refused = await media.app.inject({ url, headers: { authorization: `Bearer ${other.key}` } });
      expect([url, refused.statusCode, refused.json().message]).toEqual([
        ...[url, 404],
        'This process carries calls and serves nothing else; its ROLE is media.',
      ]);
    }
    expect((await media.app.inject({ url: healthLive.path })).statusCode).toBe(200);
    // Its own path leads to lines alone, past no proxy to anything else.
    const named = await start({ mediaUrl: '/media/1' });
    for (const path of [readMetrics.path, healthLive.path, '/internal/calls/places'])
      expect((await named.app.inject({ url: `/media/1${path}` })).statusCode).toBe(404);
    expect((await media.app.inject({ url: readMetrics.path })).statusCode).toBe(200);
    // Pages of other sites have no token of their own here.
    const foreign = new CallClient(base, call.socketPath, call.token, 'https://elsewhere.example');
    expect(await foreign.closed).not.toBe(1005);
    expect(await ownerOf(call.data.id)).toBeNull();
  });
});
