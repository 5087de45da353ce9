import { randomBytes } from 'node:crypto';
import { registerOwner } from '@tendril/contract/api/auths';
import { type BatchContact, createBatchCall, listBatchContacts } from '@tendril/contract/api/batch-calls';
import { changeCallingConsent } from '@tendril/contract/api/calling-consent';
import { createPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases, type EmptyDatabase } from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { makeMigratedDatabase } from '../../../testing/migrated-database.ts';
import { PersonAtProcess } from '../../../testing/person-at-process.ts';
import { type ServerProcess, startServer } from '../../../testing/server-process.ts';
import { owner } from '../../../testing/test-app.ts';
import { startBusyTrunk } from '../phone-lines/testing/busy-trunk.ts';

const ours = '+12025550123';
const people = ['+12025551000', '+12025551001', '+12025551002'];
const patience = { timeout: 90_000, interval: 100 };

describe.runIf(databases.includes('postgres'))('a batch call of processes with different roles', () => {
  let place: EmptyDatabase;
  let trunk: Awaited<ReturnType<typeof startBusyTrunk>>;
  const servers: ServerProcess[] = [];

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    trunk.socket.close();
    await place.remove();
  });

  const secretKey = randomBytes(32).toString('base64');
  async function start(environment: Record<string, string>): Promise<string> {
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
    return `http://127.0.0.1:${port}`;
  }

  async function furnish(person: PersonAtProcess): Promise<void> {
    expect((await person.send('POST', registerOwner.path, owner)).status).toBe(201);
    const outboundAgentId = await makeAgent(person.user, { llm: { generalPrompt: 'Be kind.' } });
    const connection = { trunkUri: `127.0.0.1:${trunk.port}`, transport: 'udp' };
    const number = { phoneNumber: ours, provider: 'sip', outboundAgentId, connection };
    const numbered = await person.send('POST', createPhoneNumber.path, number);
    expect([numbered.status, numbered.status === 201 || numbered.text]).toEqual([201, true]);
    const consent = { basis: 'opt_in', note: '', coversPrograms: false };
    expect((await person.send('PUT', changeCallingConsent.path, consent)).status).toBe(200);
  }

  it('is begun where jobs are done, and dialled where the port of the trunks is', async () => {
    place = await makeMigratedDatabase('postgres');
    trunk = await startBusyTrunk();
    const sipPort = await freePort();
    const sip = { SIP_PORT: String(sipPort), SIP_HOST: '127.0.0.1' };
    const person = new PersonAtProcess();
    person.url = await start({ ROLE: 'web', ...sip });
    await furnish(person);
    const asked = {
      ...{ name: 'Spring', fromNumber: ours, hasConsent: true, concurrency: 2 },
      contacts: people.map((phoneNumber) => ({ phoneNumber })),
    };
    const made = await person.send('POST', createBatchCall.path, asked);
    expect([made.status, made.status === 201 || made.text]).toEqual([201, true]);
    const { id } = (made.json() as { data: { id: string } }).data;
    // Nobody does jobs yet.
    expect(trunk.invited).toEqual([]);
    await start({ ROLE: 'work' });
    const contacts = async () => {
      const { data } = (
        await person.send('GET', `${listBatchContacts.path.replace(':id', id)}?limit=10`)
      ).json() as { data: BatchContact[] };
      return data.map(({ phoneNumber, state, outcome, attempts }) => ({
        ...{ phoneNumber, state, outcome, attempts },
      }));
    };
    await expect
      .poll(contacts, patience)
      .toEqual(people.map((phoneNumber) => ({ phoneNumber, state: 'busy', outcome: 'busy', attempts: 1 })));
    expect(trunk.invited.map(({ to }) => to).toSorted()).toEqual(people);
    expect(new Set(trunk.invited.map(({ port }) => port))).toEqual(new Set([sipPort]));
  }, 300_000);
});
