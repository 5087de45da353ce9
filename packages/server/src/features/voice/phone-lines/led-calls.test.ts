import { randomBytes } from 'node:crypto';
import { registerOwner } from '@tendril/contract/api/auths';
import type { Call } from '@tendril/contract/api/calls';
import { createPhoneCall } from '@tendril/contract/api/phone-calls';
import { createPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { AppError } from '@tendril/contract/app-error';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCallProcesses } from '../../../platform/processes/call-processes.ts';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases, type EmptyDatabase } from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { makeMigratedDatabase } from '../../../testing/migrated-database.ts';
import { PersonAtProcess } from '../../../testing/person-at-process.ts';
import { type ServerProcess, startServer } from '../../../testing/server-process.ts';
import { createTestApp, owner, type TestApp } from '../../../testing/test-app.ts';
import { ledCalls, placeLedCall } from './led-calls.ts';
import { startBusyTrunk } from './testing/busy-trunk.ts';

const ours = '+12025550123';
const [first, second] = ['+12025551000', '+12025551001'] as const;

describe.runIf(databases.includes('postgres'))(
  'a single call of two processes, one with the SIP port',
  () => {
    let place: EmptyDatabase;
    let trunk: Awaited<ReturnType<typeof startBusyTrunk>>;
    const servers: ServerProcess[] = [];

    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.stop()));
      trunk.socket.close();
      await place.remove();
    });

    const secretKey = randomBytes(32).toString('base64');
    async function start(
      environment: Record<string, string>,
    ): Promise<{ url: string; server: ServerProcess }> {
      const port = await freePort();
      const server = await startServer({
        PORT: String(port),
        TENDRIL_HOME: place.home,
        TENDRIL_SECRET_KEY: secretKey,
        EGRESS_ALLOW: `127.0.0.1:${trunk.port}`,
        DATABASE_URL: place.databaseUrl ?? '',
        ...environment,
      });
      servers.push(server);
      if (server.url === '') throw new Error(server.output());
      return { url: `http://127.0.0.1:${port}`, server };
    }

    it('is led to the process with the port, and refused in words when there is none', async () => {
      place = await makeMigratedDatabase('postgres');
      trunk = await startBusyTrunk();
      const sipPort = await freePort();
      const person = new PersonAtProcess();
      const withPort = await start({ SIP_PORT: String(sipPort), SIP_HOST: '127.0.0.1' });
      person.url = withPort.url;
      expect((await person.send('POST', registerOwner.path, owner)).status).toBe(201);
      const outboundAgentId = await makeAgent(person.user, { llm: { generalPrompt: 'Be kind.' } });
      const connection = { trunkUri: `127.0.0.1:${trunk.port}`, transport: 'udp' };
      const number = { phoneNumber: ours, provider: 'sip', outboundAgentId, connection };
      expect((await person.send('POST', createPhoneNumber.path, number)).status).toBe(201);
      person.url = (await start({})).url;

      const placed = await person.send('POST', createPhoneCall.path, { fromNumber: ours, toNumber: first });
      expect([placed.status, placed.status === 201 || placed.text]).toEqual([201, true]);
      expect((placed.json() as { data: Call }).data).toMatchObject({ fromNumber: ours, toNumber: first });
      await expect.poll(() => trunk.invited, { timeout: 20_000 }).toEqual([{ to: first, port: sipPort }]);

      const premium = await person.send('POST', createPhoneCall.path, {
        ...{ fromNumber: ours, toNumber: '+19005550123' },
      });
      expect([premium.status, premium.text]).toEqual([403, expect.stringContaining('premium')]);

      const unsigned = await fetch(`${withPort.url}${placeLedCall.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ workspaceId: 'x', fromNumber: ours, toNumber: second }),
      });
      expect(unsigned.status).toBe(404);

      await withPort.server.stop();
      const refused = await person.send('POST', createPhoneCall.path, { fromNumber: ours, toNumber: second });
      expect([refused.status, refused.text]).toEqual([502, expect.stringContaining('has the port for SIP')]);
      expect(trunk.invited).toHaveLength(1);
    }, 300_000);
  },
);

describe.each(databases)('leading a single call, on %s', (database) => {
  let app: TestApp;
  let workspaceId: string;
  /** Ids of the calls that each process has placed. */
  let placed: { at: string; id: string | undefined }[] = [];

  beforeAll(async () => {
    app = await createTestApp({ database });
    ({ workspaceId } = (await app.signIn()).caller);
    const now = Date.now();
    for (const id of ['one', 'two'])
      await app.infrastructure.db
        .insertInto('process')
        .values({
          ...{ id, state: 'up', address: 'http://127.0.0.1:9', roles: 'web', load: 0 },
          ...{ host: 'h', version: '1', startedAt: now, beatAt: now, pid: 1 },
        } as never)
        .execute();
  });
  afterAll(() => app.close());
  afterEach(() => {
    placed = [];
  });

  const callProcessesOf = (id: string) =>
    createCallProcesses({ config: { roles: ['web'] }, db: app.infrastructure.db, processes: { id } });
  const asked = { fromNumber: ours, toNumber: first, variables: {}, metadata: {} };
  type Ask = (processId: string, request: { body?: object }) => Promise<unknown>;

  /** What a process does with calls; `ask`: what becomes of its requests to others. */
  function callsOf(
    at: string,
    { hasPort = true, refuses = false, ask = (async () => undefined) as Ask } = {},
  ) {
    const known = () => placed.map(({ id }) => id);
    return ledCalls({
      app: { isStopping: () => false },
      ...{ callProcesses: callProcessesOf(at), load: app.infrastructure.load, peers: { ask } },
      outbound: {
        canPlaceHere: async () => hasPort,
        place: async (_: unknown, { id }: { id?: string }) => {
          if (refuses)
            throw new AppError('FORBIDDEN', 'toNumber: no', {
              details: [{ path: 'toNumber', message: 'no' }],
            });
          if (!hasPort) throw new AppError('PROVIDER_UNAVAILABLE', 'No process has the port.');
          placed.push({ at, id });
          return { id };
        },
      },
      calls: {
        read: async (_: unknown, id: string) => {
          if (known().includes(id)) return { id };
          throw new AppError('NOT_FOUND', 'There is no such call.');
        },
      },
    } as unknown as Parameters<typeof ledCalls>[0]);
  }

  const bodyOf = (request: { body?: object }) =>
    request.body as Parameters<ReturnType<typeof ledCalls>['take']>[0];

  it('is placed once where the answer of who placed it was lost', async () => {
    const ask: Ask = async (id, request) => {
      await callsOf(id).take(bodyOf(request));
      return undefined;
    };
    const call = await callsOf('here', { hasPort: false, ask }).place({ workspaceId }, asked);
    expect(placed).toEqual([{ at: expect.stringMatching(/one|two/), id: call.id }]);
  });

  it('goes on to the next process where the first has no port either', async () => {
    const asks: string[] = [];
    const ask: Ask = async (id, request) => {
      asks.push(id);
      return callsOf(id, { hasPort: asks.length > 1 }).take(bodyOf(request));
    };
    await callsOf('here', { hasPort: false, ask }).place({ workspaceId }, asked);
    expect(asks).toHaveLength(2);
    expect(placed.map(({ at }) => at)).toEqual([asks[1]]);
  });

  it('passes a refusal on with the field at fault, and asks nobody else', async () => {
    const asks: string[] = [];
    const ask: Ask = async (id, request) => {
      asks.push(id);
      return callsOf(id, { refuses: true }).take(bodyOf(request));
    };
    await expect(
      callsOf('here', { hasPort: false, ask }).place({ workspaceId }, asked),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: [{ path: 'toNumber', message: 'no' }],
    });
    expect(asks).toHaveLength(1);
  });

  it('is not placed for somebody who has given it up meanwhile', async () => {
    const late = { ...asked, workspaceId, id: 'late', until: Date.now() - 1 };
    expect(await callsOf('one').take(late)).toEqual({ outcome: 'not-here' });
    expect(placed).toEqual([]);
  });
});
