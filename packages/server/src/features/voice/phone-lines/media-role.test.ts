import { randomBytes } from 'node:crypto';
import { registerOwner } from '@tendril/contract/api/auths';
import { type Call, createCall, readCall } from '@tendril/contract/api/calls';
import { createPhoneCall } from '@tendril/contract/api/phone-calls';
import { createPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { readSystemStatus, type SystemStatus } from '@tendril/contract/api/system';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases, type EmptyDatabase, makeDatabase } from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { PersonAtProcess } from '../../../testing/person-at-process.ts';
import { type ServerProcess, startServer } from '../../../testing/server-process.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';
import { owner } from '../../../testing/test-app.ts';
import { startBusyTrunk } from './testing/busy-trunk.ts';

const ours = '+12025550123';
const patience = { timeout: 60_000, interval: 100 };
// Whole servers are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.runIf(databases.includes('postgres'))('servers with ROLE=media beside one that serves pages', () => {
  let place: EmptyDatabase;
  let trunk: Awaited<ReturnType<typeof startBusyTrunk>>;
  let agentId: string;
  const servers: ServerProcess[] = [];
  const person = new PersonAtProcess();
  const secretKey = randomBytes(32).toString('base64');

  async function start(environment: Record<string, string>): Promise<ServerProcess> {
    const server = await startServer({
      TENDRIL_HOME: place.home,
      TENDRIL_SECRET_KEY: secretKey,
      EGRESS_ALLOW: `127.0.0.1:${trunk.port}`,
      DATABASE_URL: place.databaseUrl ?? '',
      SIP_HOST: '127.0.0.1',
      FULL_DELAY_MS: '0',
      DRAIN_NOTICE_MS: '0',
      ...environment,
    });
    servers.push(server);
    if (server.url === '') throw new Error(server.output());
    return server;
  }
  const startMedia = async () => {
    const sipPort = await freePort();
    return { sipPort, server: await start({ ROLE: 'media', SIP_PORT: String(sipPort) }) };
  };
  const processes = async () =>
    ((await person.send('GET', readSystemStatus.path)).json() as SystemStatus).processes;
  const read = async (id: string) =>
    ((await person.send('GET', readCall.path.replace(':id', id))).json() as { data: Call }).data;
  const idOf = async (server: ServerProcess) =>
    (await processes()).find(({ pid, host }) => pid === server.pid && host !== '')?.id;

  beforeAll(async () => {
    place = await makeDatabase('postgres');
    trunk = await startBusyTrunk();
    person.url = (await start({ ROLE: 'web,work', SIP_PORT: String(await freePort()) })).url;
    expect((await person.send('POST', registerOwner.path, owner)).status).toBe(201);
    agentId = await makeAgent(person.user, {
      agent: { beginMessageDelayMs: 0 },
      llm: { beginMode: 'defined', beginMessage: 'Good morning, this is the bakery on the market square.' },
    });
    const connection = { trunkUri: `127.0.0.1:${trunk.port}`, transport: 'udp' };
    const number = { phoneNumber: ours, provider: 'sip', outboundAgentId: agentId, connection };
    expect((await person.send('POST', createPhoneNumber.path, number)).status).toBe(201);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    trunk.socket.close();
    await place.remove();
  });

  async function begin() {
    const call = await registerCall(person.user, agentId, { channel: 'audio' });
    const page = new SpeakingCaller(person.url, call.socketPath, call.token);
    await page.event('agent-speech-start');
    return { page, id: call.data.id, processId: call.token.split('.')[0] };
  }

  it('sound their calls and dial by their ports; killed ones leave ended calls, stopped ones finish theirs', async () => {
    const [one, other] = [await startMedia(), await startMedia()];
    const ids = { one: await idOf(one.server), other: await idOf(other.server) };
    expect((await processes()).map(({ roles }) => roles)).toEqual([['web', 'work'], ['media'], ['media']]);

    const asked = { fromNumber: ours, toNumber: '+12025551000' };
    expect((await person.send('POST', createPhoneCall.path, asked)).status).toBe(201);
    await expect.poll(() => trunk.invited.length, patience).toBe(1);
    expect([one.sipPort, other.sipPort]).toContain(trunk.invited[0]?.port);

    const lost = await begin();
    const [killed, left] = lost.processId === ids.one ? [one, other] : [other, one];
    const leftId = lost.processId === ids.one ? ids.other : ids.one;
    await killed.server.stop('SIGKILL');
    await lost.page.closed;
    await expect.poll(async () => (await read(lost.id)).status, patience).toBe('error');
    expect(await read(lost.id)).toMatchObject({ disconnectionReason: 'error_unknown' });

    const kept = await begin();
    expect(kept.processId).toBe(leftId);
    const stopping = left.server.stop('SIGTERM');
    await expect
      .poll(async () => (await processes()).find(({ id }) => id === leftId)?.state, patience)
      .toBe('draining');
    // Nothing new comes there, and what is there goes on.
    const here = await begin();
    expect(here.processId).not.toBe(leftId);
    await kept.page.speak('Do you have rye bread today?');
    await kept.page.event('user-turn');
    kept.page.send({ type: 'hang-up' });
    expect(await kept.page.closed).toBe(1000);
    expect(await stopping).toBe(0);
    expect(await read(kept.id)).toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup' });
    here.page.send({ type: 'hang-up' });
    await here.page.closed;
    expect((await person.send('GET', createCall.path)).status).toBe(200);
  });
});
