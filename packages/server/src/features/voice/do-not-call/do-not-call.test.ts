import {
  addDoNotCall,
  type DoNotCallEntry,
  exportDoNotCall,
  importDoNotCall,
  listDoNotCall,
  removeDoNotCall,
} from '@tendril/contract/api/do-not-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedCall } from '../../../testing/aged-rows.ts';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createPhoneApp, type PhoneApp } from '../../../testing/phone-app.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';

const ours = '+12025550123';
const theirs = '+12025550188';

describe.each(databases)('the do-not-call list on %s', (database) => {
  let phone: PhoneApp;

  beforeAll(async () => {
    phone = await createPhoneApp(database);
    phone.carrier.play((_, response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"CA1"}'),
    );
    const secret = { accountSid: 'AC1', authToken: 'x', baseUrl: phone.carrier.url };
    const credentialId = await phone.addSecret('twilioApi', secret);
    await phone.addNumber({
      phoneNumber: ours,
      provider: 'twilio',
      outboundAgentId: await makeAgent(phone.user, { llm: { generalPrompt: 'Be kind.' } }),
      connection: { credentialId, carrierNumberId: 'PN1' },
    });
  });
  afterAll(() => phone.close());

  const post = (endpoint: { path: string }, payload: object) =>
    phone.user.inject({ method: 'POST', url: endpoint.path, payload });
  const list = async (query = ''): Promise<{ data: DoNotCallEntry[]; hasMore: boolean; total: number }> =>
    (await phone.user.inject({ url: `${listDoNotCall.path}${query}` })).json();
  const numbers = async (query = '') => (await list(query)).data.map(({ phoneNumber }) => phoneNumber);

  it('keeps a number from being called, with the reason in words, until it is taken off', async () => {
    expect((await post(addDoNotCall, { phoneNumber: theirs, note: 'By letter' })).json().data).toMatchObject({
      ...{ phoneNumber: theirs, reason: 'manual', note: 'By letter', callId: null },
    });
    expect(await phone.place({ fromNumber: ours, toNumber: theirs })).toMatchObject({
      ...{ status: 403, message: 'toNumber: is on the do-not-call list of this workspace' },
    });
    expect(phone.carrier.requests).toEqual([]);
    expect((await post(removeDoNotCall, { phoneNumbers: [theirs] })).json()).toEqual({ removed: 1 });
    expect((await phone.place({ fromNumber: ours, toNumber: theirs })).status).toBe(201);
  });

  it('names the call in which somebody asked for it, of this workspace alone', async () => {
    const { db } = phone.app.infrastructure;
    const { workspaceId } = phone.user.caller;
    await db
      .insertInto('call')
      .values(storedCall({ workspaceId }, 'asked', 5))
      .execute();
    await db
      .insertInto('call')
      .values(storedCall({ workspaceId: 'elsewhere' }, 'foreign', 5))
      .execute();
    const entry = await post(addDoNotCall, { phoneNumber: theirs, callId: 'asked' });
    expect(entry.json().data).toMatchObject({ reason: 'requested', callId: 'asked' });
    const foreign = await post(addDoNotCall, { phoneNumber: '+12025550199', callId: 'foreign' });
    expect(foreign.statusCode).toBe(404);
    // A second time changes nothing.
    expect((await post(addDoNotCall, { phoneNumber: theirs })).json().data.reason).toBe('requested');
    await post(removeDoNotCall, { phoneNumbers: [theirs] });
  });

  it('is imported from a file as people write numbers, searched, paged and exported again', async () => {
    const csv =
      'Telephone;Note\n"+1 (202) 555-0101";=1+1\n0012025550102;100%\n\'+12025550103;\n+12025550101;Twice\n';
    expect((await post(importDoNotCall, { csv })).json()).toEqual({ added: 3, present: 0 });
    expect((await post(importDoNotCall, { csv })).json()).toEqual({ added: 0, present: 3 });
    expect(await numbers('?search=0102')).toEqual(['+12025550102']);
    expect(await numbers('?search=%25')).toEqual(['+12025550102']);
    const first = await list('?limit=2');
    const last = first.data.at(-1)!;
    const before = `&before=${last.createdAt}&beforeNumber=${encodeURIComponent(last.phoneNumber)}`;
    const rest = await list(`?limit=2${before}`);
    expect([first.hasMore, rest.hasMore, first.total]).toEqual([true, false, 3]);
    expect([...first.data, ...rest.data].map(({ phoneNumber }) => phoneNumber)).toEqual([
      ...['+12025550103', '+12025550102', '+12025550101'],
    ]);
    const { body } = await phone.user.inject({ url: exportDoNotCall.path });
    expect(body.split('\n')[0]).toBe('phone number,reason,note,call,added');
    expect(body).not.toMatch(/(^|[,"\n])[=@]/);
    const phoneNumbers = await numbers();
    await post(removeDoNotCall, { phoneNumbers });
    expect((await post(importDoNotCall, { csv: body })).json()).toEqual({ added: 3, present: 0 });
    await post(removeDoNotCall, { phoneNumbers });
    expect((await post(importDoNotCall, { csv: '+12025550101\n+12025550102\n' })).json().added).toBe(2);
  });

  it('takes all of a file or nothing, and names the lines at fault', async () => {
    const before = await list();
    const refused = await post(importDoNotCall, { csv: 'phone\n+12025550150\n555 0150\n' });
    expect([refused.statusCode, refused.json().message, refused.json().details[0].path]).toEqual([
      ...[400, 'Line 3 needs a number with its country code, such as +12025550123.', 'csv.3'],
    ]);
    expect((await list()).total).toBe(before.total);
    const long = await post(importDoNotCall, { csv: `phone\n${'+12025550123\n'.repeat(1_000_000)}` });
    expect([long.statusCode, long.json().message]).toEqual([413, expect.stringContaining('50,000 numbers')]);
  });

  it('is each workspace’s own, and who may not place calls takes nobody off', async () => {
    await post(addDoNotCall, { phoneNumber: theirs });
    const outsider = await makeKey(phone.app);
    expect((await outsider.inject({ url: listDoNotCall.path })).json()).toMatchObject({ data: [], total: 0 });
    const taken = { method: 'POST' as const, url: removeDoNotCall.path, payload: { phoneNumbers: [theirs] } };
    expect((await outsider.inject(taken)).json()).toEqual({ removed: 0 });
    const operator = await signInAs(phone.app, phone.user, 'operator');
    expect((await operator.inject(taken)).statusCode).toBe(403);
    const added = {
      method: 'POST' as const,
      url: addDoNotCall.path,
      payload: { phoneNumber: '+12025550160' },
    };
    expect((await operator.inject(added)).statusCode).toBe(201);
    const viewer = await signInAs(phone.app, phone.user, 'viewer');
    expect((await viewer.inject(added)).statusCode).toBe(403);
    expect(await numbers()).toContain(theirs);
  });
});
