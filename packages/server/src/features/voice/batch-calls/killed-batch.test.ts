import { randomBytes } from 'node:crypto';
import { registerOwner } from '@tendril/contract/api/auths';
import {
  type BatchContact,
  createBatchCall,
  listBatchContacts,
  readBatchCall,
} from '@tendril/contract/api/batch-calls';
import { changeCallingConsent } from '@tendril/contract/api/calling-consent';
import { createPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases, type EmptyDatabase } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { freePort } from '../../../testing/free-port.ts';
import { makeMigratedDatabase } from '../../../testing/migrated-database.ts';
import { PersonAtProcess } from '../../../testing/person-at-process.ts';
import { type PlayedCarrier, playCarrier } from '../../../testing/played-carrier.ts';
import { type ServerProcess, startServer } from '../../../testing/server-process.ts';
import { owner } from '../../../testing/test-app.ts';

const ours = '+12025550123';
const people = Array.from({ length: 24 }, (_, at) => `+1202555${String(1000 + at)}`);
const patience = { timeout: 90_000, interval: 100 };

describe.each(databases)('a batch call whose process is killed, on %s', (database) => {
  let place: EmptyDatabase;
  let carrier: PlayedCarrier;
  const servers: ServerProcess[] = [];
  const person = new PersonAtProcess();

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    carrier.close();
    await place.remove();
  });

  const secretKey = randomBytes(32).toString('base64');
  async function start(): Promise<ServerProcess> {
    const port = await freePort();
    const server = await startServer({
      PORT: String(port),
      TENDRIL_HOME: place.home,
      TENDRIL_SECRET_KEY: secretKey,
      EGRESS_ALLOW: carrier.address,
      PUBLIC_URL: 'http://calls.example',
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    });
    if (server.url === '') throw new Error(server.output());
    servers.push(server);
    person.url = `http://127.0.0.1:${port}`;
    return server;
  }

  async function furnish(): Promise<void> {
    expect((await person.send('POST', registerOwner.path, owner)).status).toBe(201);
    const plainDataObj = { accountSid: 'AC1', authToken: 'x', baseUrl: carrier.url };
    const secret = { name: 'Twilio', credentialName: 'twilioApi', plainDataObj };
    const { id: credentialId } = (await person.send('POST', `${studio}/credentials`, secret)).json() as {
      id: string;
    };
    const outboundAgentId = await makeAgent(person.user, { llm: { generalPrompt: 'Be kind.' } });
    const connection = { credentialId, carrierNumberId: 'PN1' };
    const number = { phoneNumber: ours, provider: 'twilio', outboundAgentId, connection };
    expect((await person.send('POST', createPhoneNumber.path, number)).status).toBe(201);
    const consent = { basis: 'opt_in', note: '', coversPrograms: false };
    expect((await person.send('PUT', changeCallingConsent.path, consent)).status).toBe(200);
  }

  it('calls everybody, and nobody twice in one try', async () => {
    place = await makeMigratedDatabase(database);
    carrier = await playCarrier();
    const dialled: string[] = [];
    let kill = async () => {};
    // The carrier has taken the seventh call when the process dies, which never hears of it.
    carrier.play((request, response) => {
      const to = new URLSearchParams(request.body).get('To');
      if (!request.path.endsWith('/Calls.json') || !to) return void response.end('{}');
      dialled.push(to);
      if (dialled.length === 7) return void kill();
      // Refused by the line: the try ends at once, and the next one is made.
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"code":21217,"message":"Phone number does not appear to be valid"}');
    });
    const first = await start();
    await furnish();
    let isKilled = false;
    // Another process goes on where there can be one, else the next start.
    kill = async () => {
      if (database === 'postgres') await start();
      await first.stop('SIGKILL');
      if (database === 'sqlite') await start();
      isKilled = true;
    };
    const asked = {
      ...{ name: 'Spring', fromNumber: ours, hasConsent: true, concurrency: 3 },
      contacts: people.map((phoneNumber) => ({ phoneNumber })),
    };
    const made = await person.send('POST', createBatchCall.path, asked);
    expect([made.status, made.status === 201 || made.text]).toEqual([201, true]);
    const { id } = (made.json() as { data: { id: string } }).data;
    await expect.poll(() => isKilled, patience).toBe(true);
    const read = async () =>
      (
        (await person.send('GET', readBatchCall.path.replace(':id', id))).json() as {
          data: { counts: Record<string, number>; state: string };
        }
      ).data;
    // Ten refusals in a row pause it; a person lets it go on.
    await expect
      .poll(async () => {
        const { state } = await read();
        if (state === 'paused') await person.send('POST', `${readBatchCall.path.replace(':id', id)}/resume`);
        return state;
      }, patience)
      .toBe('done');
    const list = `${listBatchContacts.path.replace(':id', id)}?limit=100`;
    const { data } = (await person.send('GET', list)).json() as { data: BatchContact[] };
    expect(data.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(people.map(() => 'failed 1'));
    expect(new Set(dialled).size).toBe(dialled.length);
    // What was about to be dialled at the kill may have rung: it is not dialled again, and says so.
    const cut = data.filter(({ phoneNumber }) => !dialled.includes(phoneNumber));
    expect(cut.map(({ error }) => error)).toEqual(cut.map(() => 'error_unknown'));
    expect(cut.length).toBeLessThanOrEqual(asked.concurrency);
  }, 300_000);
});
