import {
  type BatchCall,
  type BatchContact,
  createBatchCall,
  deleteBatchCall,
  exportBatchContacts,
  listBatchCalls,
  listBatchContacts,
  pauseBatchCall,
  previewContactFile,
  readBatchCall,
  resumeBatchCall,
  stopBatchCall,
} from '@tendril/contract/api/batch-calls';
import { changeCallingConsent } from '@tendril/contract/api/calling-consent';
import { stopCall } from '@tendril/contract/api/calls';
import { addDoNotCall } from '@tendril/contract/api/do-not-call';
import { answerTwilioCall } from '@tendril/contract/api/telephony';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createPhoneApp, type PhoneApp } from '../../../testing/phone-app.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { twilioSignature } from '../phone-lines/twilio/twilio-signature.ts';

const ours = '+12025550123';
const authToken = 'a-token-of-twilio';
const numbered = (at: number) => `+1202555${String(1000 + at)}`;
const list = (...rows: string[]) => `phone number,name\n${rows.join('\n')}\n`;

describe.each(databases)('batch calls on %s', (database) => {
  let phone: PhoneApp;
  let numberId: string;
  let agentId: string;
  /** The numbers that the carrier was asked to call, and the ids that it gave. */
  const dialled: { to: string; sid: string }[] = [];
  let isBroken = false;

  beforeAll(async () => {
    phone = await createPhoneApp(database);
    phone.carrier.play((request, response) => {
      const to = new URLSearchParams(request.body).get('To');
      if (request.path.endsWith('/Calls.json') && to) {
        if (isBroken) return void response.writeHead(401).end('{"message":"Authenticate"}');
        dialled.push({ to, sid: `CA${dialled.length + 1}` });
      }
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ sid: dialled.at(-1)?.sid }));
    });
    const secret = { accountSid: 'AC0011', authToken, baseUrl: phone.carrier.url };
    const credentialId = await phone.addSecret('twilioApi', secret);
    agentId = await makeAgent(phone.user, { llm: { generalPrompt: 'Be kind.' } });
    numberId = await phone.addNumber({
      phoneNumber: ours,
      provider: 'twilio',
      outboundAgentId: agentId,
      allowedOutboundCountries: ['US'],
      connection: { credentialId, carrierNumberId: 'PN1' },
    });
  });
  afterAll(() => phone.close());
  beforeEach(() => {
    dialled.splice(0);
    isBroken = false;
  });

  const at = (path: string, id: string) => path.replace(':id', id);
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    phone.user.inject({ method, url, ...(payload && { payload }) });
  const fields = (changes: object = {}) => ({
    ...{ name: 'Spring', fromNumber: ours, hasConsent: true },
    ...(!('contacts' in changes) && { csv: list(`${numbered(1)},Ann`, `${numbered(2)},Bo`) }),
    ...changes,
  });
  async function make(changes: object = {}): Promise<BatchCall> {
    const answer = await send('POST', createBatchCall.path, fields(changes));
    expect([answer.statusCode, answer.statusCode === 201 || answer.body]).toEqual([201, true]);
    return answer.json().data;
  }
  const read = async (id: string): Promise<BatchCall> =>
    (await phone.user.inject({ url: at(readBatchCall.path, id) })).json().data;
  const contacts = async (id: string, query = ''): Promise<BatchContact[]> =>
    (await phone.user.inject({ url: `${at(listBatchContacts.path, id)}${query}` })).json().data;
  const untilState = (id: string, state: BatchCall['state']) =>
    expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe(state);
  const untilDialled = (count: number) => expect.poll(() => dialled.length, { timeout: 20_000 }).toBe(count);

  /** What Twilio reports of a call that it placed. */
  async function report(to: string, status: string): Promise<void> {
    const sid = dialled.findLast((one) => one.to === to)?.sid ?? '';
    const request = phone.carrier.requests.findLast(({ body }) => new URLSearchParams(body).get('To') === to);
    const address = new URLSearchParams(request?.body).get('StatusCallback') ?? '';
    const url = address === '' ? `https://calls.example${at(answerTwilioCall.path, numberId)}` : address;
    const form = new URLSearchParams({ CallSid: sid, CallStatus: status, From: ours, To: to });
    const answer = await fetch(url.replace('https://calls.example', phone.base), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilioSignature(authToken, url, form),
      },
      body: form,
    });
    expect(answer.status).toBeLessThan(300);
  }

  it('are refused until somebody has stated the consent, and without its confirmation', async () => {
    const refused = await send('POST', createBatchCall.path, fields());
    expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('agreed')]);
    const unsaid = await send('PUT', changeCallingConsent.path, { basis: 'other', note: '' });
    expect([unsaid.statusCode, unsaid.json().details[0].path]).toEqual([400, 'note']);
    const stated = await send('PUT', changeCallingConsent.path, { basis: 'opt_in', note: 'Order form' });
    expect(stated.json().data).toMatchObject({ basis: 'opt_in', coversPrograms: false });
    const unconfirmed = await send('POST', createBatchCall.path, fields({ hasConsent: false }));
    expect([unconfirmed.statusCode, unconfirmed.json().details[0].path]).toEqual([400, 'hasConsent']);
    const { key } = await makeKey(phone.app, phone.user.caller.workspaceId);
    const program = await phone.app.inject({
      ...{ method: 'POST', url: createBatchCall.path, payload: fields() },
      headers: { authorization: `Bearer ${key}` },
    });
    expect([program.statusCode, program.json().message]).toEqual([403, expect.stringContaining('programs')]);
    expect(dialled).toEqual([]);
  });

  it('call everybody of the list once, with the variables of the row, and end with the last call', async () => {
    const { id, total } = await make({
      csv: list(`${numbered(1)},Ann`, `${numbered(2)},Bo`, `${numbered(1)},Twice`),
    });
    expect(total).toBe(2);
    await untilDialled(2);
    const running = await contacts(id);
    expect(running.map(({ state, variables }) => [state, variables['name']])).toEqual([
      ['calling', 'Ann'],
      ['calling', 'Bo'],
    ]);
    expect(await phone.call(running[0]!.callIds[0]!)).toMatchObject({
      ...{ direction: 'outbound', toNumber: numbered(1), variables: { name: 'Ann' } },
    });
    await report(numbered(1), 'busy');
    await report(numbered(2), 'no-answer');
    await untilState(id, 'done');
    expect((await contacts(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['busy', 1],
      ['no_answer', 1],
    ]);
    expect(dialled.map(({ to }) => to).sort()).toEqual([numbered(1), numbered(2)]);
  });

  it('keep to their concurrency: the next call is placed when one has ended', async () => {
    const { id } = await make({
      csv: list(...[1, 2, 3, 4].map((one) => `${numbered(one)},x`)),
      concurrency: 2,
    });
    await untilDialled(2);
    await report(numbered(1), 'busy');
    await untilDialled(3);
    expect((await read(id)).counts).toMatchObject({ busy: 1, calling: 2, pending: 1 });
    await report(numbered(2), 'busy');
    await untilDialled(4);
    // Two that are placed at once reach the carrier in any order.
    expect(dialled.map(({ to }) => to).sort()).toEqual([1, 2, 3, 4].map(numbered));
    await report(numbered(3), 'busy');
    await report(numbered(4), 'busy');
    await untilState(id, 'done');
  });

  it('do not call again whose ringing call somebody has stopped', async () => {
    const { id } = await make({ retries: { most: 3, afterMs: 60_000, outcomes: ['no_answer', 'busy'] } });
    await untilDialled(2);
    const [first] = await contacts(id);
    const url = stopCall.path.replace(':id', first!.callIds[0]!);
    expect((await phone.user.inject({ method: 'POST', url })).statusCode).toBe(200);
    await report(numbered(2), 'busy');
    await expect
      .poll(async () => (await contacts(id)).map(({ state, attempts }) => [state, attempts]))
      .toEqual([
        ['canceled', 1],
        ['pending', 1],
      ]);
  });

  it('try again only what they are to, as often, and not before its time', async () => {
    const retries = { most: 1, afterMs: 60_000, outcomes: ['busy'] };
    const { id } = await make({ retries });
    await untilDialled(2);
    const before = Date.now();
    await report(numbered(1), 'busy');
    await report(numbered(2), 'no-answer');
    await expect
      .poll(async () => (await contacts(id)).map(({ state }) => state), { timeout: 20_000 })
      .toEqual(['pending', 'no_answer']);
    const [waiting] = await contacts(id);
    expect(waiting).toMatchObject({ outcome: 'busy', attempts: 1 });
    expect(waiting!.nextAt).toBeGreaterThanOrEqual(before + 60_000);
    // The minute is over.
    const { db } = phone.app.infrastructure;
    await db.updateTable('batch_contact').set({ nextAt: Date.now() }).where('id', '=', waiting!.id).execute();
    await send('POST', at(pauseBatchCall.path, id));
    await send('POST', at(resumeBatchCall.path, id));
    await untilDialled(3);
    await report(numbered(1), 'busy');
    await untilState(id, 'done');
    expect((await contacts(id))[0]).toMatchObject({ state: 'busy', attempts: 2 });
    expect((await contacts(id))[0]!.callIds).toHaveLength(2);
  });

  it('wait for their window by the clock of each contact', async () => {
    const now = new Date();
    const hour = (shift: number) => `${String((now.getUTCHours() + 24 + shift) % 24).padStart(2, '0')}:00`;
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const csv = `phone number,timezone\n${numbered(1)},UTC\n${numbered(2)},Etc/GMT+6\n`;
    const { id } = await make({ csv, windows: [{ days, from: hour(0), to: hour(2) }] });
    await untilDialled(1);
    await expect
      .poll(async () => (await contacts(id, '?state=pending'))[0]?.nextAt ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(now.getTime() + 4 * 3_600_000);
    expect(dialled.map(({ to }) => to)).toEqual([numbered(1)]);
    await send('POST', at(stopBatchCall.path, id), { endsCalls: true });
    expect((await read(id)).counts).toMatchObject({ canceled: 2, calling: 0 });
  });

  it('can be scheduled, paused, resumed and stopped; stopping ends the calls where it is to', async () => {
    const { id, state } = await make({ scheduledAt: Date.now() + 3_600_000 });
    expect(state).toBe('scheduled');
    expect((await send('POST', at(pauseBatchCall.path, id))).json().data.state).toBe('paused');
    const twice = await send('POST', at(pauseBatchCall.path, id));
    expect([twice.statusCode, twice.json().message]).toEqual([409, 'This batch call is paused.']);
    expect((await send('POST', at(resumeBatchCall.path, id))).json().data.state).toBe('scheduled');
    expect((await send('DELETE', at(deleteBatchCall.path, id))).statusCode).toBe(409);
    expect((await send('POST', at(stopBatchCall.path, id), {})).json().data).toMatchObject({
      ...{ state: 'stopped', counts: { canceled: 2 } },
    });
    expect((await send('DELETE', at(deleteBatchCall.path, id))).statusCode).toBe(204);
    expect((await phone.user.inject({ url: at(readBatchCall.path, id) })).statusCode).toBe(404);
    expect(dialled).toEqual([]);
  });

  it('pause by themselves, in words, where every call would fail', async () => {
    await phone.user.inject({
      ...{ method: 'PUT', url: `/api/core/v1/assistant-phone-numbers/${numberId}` },
      payload: { outboundAgents: [], outboundAgentId: '' },
    });
    const { id } = await make({
      agentId,
      csv: list(`${numbered(1)},a`),
      scheduledAt: Date.now() + 3_600_000,
    });
    const change = (payload: object) =>
      send('PUT', `/api/core/v1/assistant-phone-numbers/${numberId}`, payload);
    await change({ isPaused: true });
    await send('POST', at(pauseBatchCall.path, id));
    const { db } = phone.app.infrastructure;
    const past = { scheduledAt: Date.now() - 1 };
    await db.updateTable('batch_call').set(past).where('id', '=', id).execute();
    await db.updateTable('batch_contact').set({ nextAt: 0 }).where('batchId', '=', id).execute();
    await send('POST', at(resumeBatchCall.path, id));
    await expect
      .poll(async () => (await read(id)).pauseReason, { timeout: 20_000 })
      .toBe('fromNumber: is paused');
    expect((await contacts(id))[0]).toMatchObject({ state: 'pending', attempts: 0, callIds: [] });
    await change({ isPaused: false, outboundAgentId: agentId });
    await send('POST', at(stopBatchCall.path, id), {});
  });

  it('pause when the carrier takes no call any more, instead of using up the list', async () => {
    isBroken = true;
    const { id } = await make({
      csv: list(...Array.from({ length: 40 }, (_, one) => `${numbered(one)},x`)),
    });
    await untilState(id, 'paused');
    const { counts, pauseReason } = await read(id);
    expect(pauseReason).toContain('carrier');
    expect(counts.pending).toBeGreaterThanOrEqual(20);
    await send('POST', at(stopBatchCall.path, id), {});
  });

  it('leave out numbers of the do-not-call list, of now and of later', async () => {
    await send('POST', addDoNotCall.path, { phoneNumber: numbered(7) });
    const { id, counts } = await make({
      csv: list(`${numbered(7)},a`, `${numbered(8)},b`, `${numbered(9)},c`),
      concurrency: 1,
    });
    expect(counts.do_not_call).toBe(1);
    await untilDialled(1);
    await send('POST', addDoNotCall.path, { phoneNumber: numbered(9) });
    await report(numbered(8), 'busy');
    await untilState(id, 'done');
    expect((await contacts(id)).map(({ state }) => state)).toEqual(['do_not_call', 'busy', 'do_not_call']);
    expect(dialled.map(({ to }) => to)).toEqual([numbered(8)]);
  });

  it('preview a file: columns, problems by line and column, duplicates, numbers that are not called', async () => {
    const csv = [
      'Phone;First name;time zone',
      '(202) 555-1001;Ann;',
      '+1 (202) 555-1001;Ann;America/New_York',
      '0012025551001;Again;',
      '+19005550100;Premium;',
      '+4930123456;Berlin;',
      '+12025551002;Bo;Mars/Base',
      `${numbered(7)};Listed;`,
    ].join('\r\n');
    const answer = await send('POST', previewContactFile.path, { csv, fromNumber: ours });
    expect(answer.json()).toMatchObject({
      ...{ columns: ['Phone', 'First name', 'time zone'], phoneColumn: 'Phone', timezoneColumn: 'time zone' },
      ...{ rows: 7, contacts: 1, duplicates: 1, doNotCall: 1, faulty: 4 },
      problems: [
        { line: 2, column: 'Phone', message: 'needs the country code, such as +12025550123' },
        { line: 5, column: 'Phone' },
        { line: 6, column: 'Phone', message: `is in a country that ${ours} may not call` },
        { line: 7, column: 'time zone', message: 'must be a time zone such as Europe/Berlin' },
      ],
      sample: [
        {
          line: 3,
          phoneNumber: '+12025551001',
          timezone: 'America/New_York',
          variables: { First_name: 'Ann' },
        },
      ],
    });
    const refused = await send('POST', createBatchCall.path, fields({ csv }));
    expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, 'csv.2.Phone']);
    const one = await send('POST', createBatchCall.path, fields({ csv: list('2025551001,Ann') }));
    expect(one.json().message).toMatch(
      /^1 row cannot be called: line 2, phone number needs the country code/,
    );
    expect(dialled).toEqual([]);
  });

  it('refuse a million rows, a bomb of a header, and a file without numbers, in words', async () => {
    const refused = async (csv: string) => {
      const answer = await send('POST', previewContactFile.path, { csv });
      return [answer.statusCode, answer.json().message];
    };
    expect(await refused(`phone\n${'+12025550123\n'.repeat(1_000_000)}`)).toEqual([
      413,
      'A file can have up to 10,000 contacts. Split this one into several.',
    ]);
    expect(await refused(`phone${',a'.repeat(100_000)}\n`)).toEqual([
      413,
      'Line 1 has too many columns; a file can have up to 50.',
    ]);
    expect(await refused('phone,__proto__\n+12025550123,x\n')).toEqual([
      400,
      expect.stringContaining('Column 2'),
    ]);
    expect(await refused(`phone,${'x'.repeat(65)}\n`)).toEqual([400, expect.stringContaining('Column 2')]);
    expect(await refused('name\nAnn\n')).toEqual([400, expect.stringContaining('phoneColumn')]);
  });

  it('ATK-022: are exported so that no spreadsheet runs a cell as a formula', async () => {
    const { id } = await make({
      csv: list(`${numbered(1)},"=HYPERLINK(""http://evil.example"")"`),
      scheduledAt: Date.now() + 3_600_000,
    });
    const { body, headers } = await phone.user.inject({ url: at(exportBatchContacts.path, id) });
    expect(headers['content-type']).toContain('text/csv');
    expect(body).toContain(`'=HYPERLINK`);
    expect(body).not.toMatch(/(^|[,"\n])[=@+]/);
    await send('POST', at(stopBatchCall.path, id), {});
  });

  it('are nobody else’s: another workspace finds none, and who may not dial begins none', async () => {
    const { id } = await make({ scheduledAt: Date.now() + 3_600_000 });
    const { key } = await makeKey(phone.app);
    const headers = { authorization: `Bearer ${key}` };
    for (const { method, path } of [
      readBatchCall,
      listBatchContacts,
      exportBatchContacts,
      pauseBatchCall,
      deleteBatchCall,
    ])
      expect((await phone.app.inject({ method, url: at(path, id), headers })).statusCode).toBe(404);
    expect((await phone.app.inject({ url: listBatchCalls.path, headers })).json().data).toEqual([]);
    const operator = await signInAs(phone.app, phone.user, 'operator');
    const denied = await operator.inject({ method: 'POST', url: createBatchCall.path, payload: fields() });
    expect(denied.statusCode).toBe(403);
    expect((await operator.inject({ method: 'POST', url: at(pauseBatchCall.path, id) })).statusCode).toBe(
      403,
    );
    expect((await operator.inject({ url: at(readBatchCall.path, id) })).statusCode).toBe(200);
    await send('POST', at(stopBatchCall.path, id), {});
  });
});
