import { readBatchCall, stopBatchCall } from '@tendril/contract/api/batch-calls';
import { changeCallingConsent } from '@tendril/contract/api/calling-consent';
import { addDoNotCall } from '@tendril/contract/api/do-not-call';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createPhoneApp, type PhoneApp } from '../../../testing/phone-app.ts';

const ours = '+12025550123';
const theirs = '+12025550188';

describe.each(databases)('retell-sdk begins batch calls on %s', (database) => {
  let phone: PhoneApp;
  let client: Retell;

  beforeAll(async () => {
    phone = await createPhoneApp(database);
    phone.carrier.play((_, response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"CA77"}'),
    );
    const secret = { accountSid: 'AC00112233', authToken: 'token', baseUrl: phone.carrier.url };
    const credentialId = await phone.addSecret('twilioApi', secret);
    const agentId = await makeAgent(phone.user, { llm: { generalPrompt: 'Be kind.' } });
    await phone.addNumber({
      phoneNumber: ours,
      provider: 'twilio',
      outboundAgentId: agentId,
      connection: { credentialId, carrierNumberId: 'PN1' },
    });
    const { key } = await makeKey(phone.app, phone.user.caller.workspaceId);
    client = new Retell({ apiKey: key, baseURL: `${phone.base}${retellPrefix}`, maxRetries: 0 });
  });
  afterAll(() => phone.close());

  const refused = (body: object) =>
    client.batchCall.createBatchCall({ from_number: ours, tasks: [{ to_number: theirs }], ...body }).then(
      () => '',
      (error: { message: string }) => error.message,
    );
  const consent = (coversPrograms: boolean) =>
    phone.user.inject({
      ...{ method: 'PUT', url: changeCallingConsent.path },
      payload: { basis: 'opt_in', note: '', coversPrograms },
    });

  it('only under a consent that covers programs', async () => {
    expect(await refused({})).toContain('agreed to be called');
    await consent(false);
    expect(await refused({})).toContain('programs');
    await consent(true);
  });

  it('R-31: answers with the shape of Retell, and calls each task with its variables and metadata', async () => {
    const before = Date.now();
    const batch = await client.batchCall.createBatchCall({
      name: 'Spring',
      from_number: ours,
      reserved_concurrency: 2,
      tasks: [{ to_number: theirs, retell_llm_dynamic_variables: { name: 'Ann' }, metadata: { order: 7 } }],
    });
    expect(batch).toEqual({
      ...{ batch_call_id: expect.any(String), name: 'Spring', from_number: ours, total_task_count: 1 },
      scheduled_timestamp: expect.any(Number),
    });
    expect(batch.scheduled_timestamp).toBeGreaterThanOrEqual(before);
    await expect
      .poll(async () => phone.carrier.requests.filter(({ path }) => path.endsWith('/Calls.json')).length, {
        timeout: 20_000,
      })
      .toBe(1);
    const found = await client.call.list({
      filter_criteria: { to_number: { type: 'string', op: 'eq', value: theirs } },
    });
    expect(found.items?.[0]).toMatchObject({
      ...{ to_number: theirs, metadata: { order: 7 }, retell_llm_dynamic_variables: { name: 'Ann' } },
    });
    expect(await client.concurrency.retrieve()).toMatchObject({
      ...{ current_concurrency: expect.any(Number), concurrency_limit: expect.any(Number) },
      ...{ base_concurrency: expect.any(Number), concurrency_burst_enabled: false },
    });
    const url = stopBatchCall.path.replace(':id', batch.batch_call_id);
    await phone.user.inject({ method: 'POST', url, payload: { endsCalls: true } });
  });

  it('a window of Retell is kept by the minute, in the time zone that Retell supposes', async () => {
    const windows = [{ start: 540, end: 1440 }];
    const batch = await client.batchCall.createBatchCall({
      from_number: ours,
      tasks: [{ to_number: theirs }],
      trigger_timestamp: Date.now() + 3_600_000,
      call_time_window: { windows, day: ['Monday', 'Sunday'] },
    });
    expect(batch.call_time_window).toEqual({
      ...{ windows, day: ['Monday', 'Sunday'], timezone: 'America/Los_Angeles' },
    });
    const own = await phone.user.inject({ url: readBatchCall.path.replace(':id', batch.batch_call_id) });
    expect(own.json().data).toMatchObject({
      ...{ timezone: 'America/Los_Angeles', state: 'scheduled' },
      windows: [{ days: ['mon', 'sun'], from: '09:00', to: '24:00' }],
    });
  });

  it('refuses by name what would not be done, and leaves out the do-not-call list', async () => {
    const tasks = (task: object) => ({ tasks: [{ to_number: theirs, ...task }] });
    expect(await refused(tasks({ agent_override: { agent: { voice_id: 'x' } } }))).toContain(
      'agent_override',
    );
    expect(await refused(tasks({ ignore_e164_validation: true }))).toContain('ignore_e164_validation');
    expect(await refused(tasks({ override_agent_version: 0 }))).toContain('override_agent_id');
    expect(await refused({ call_time_window: { windows: [{ start: 600, end: 60 }] } })).toContain('end');
    expect(await refused({ from_number: '+12025550111' })).toContain('from_number');
    await phone.user.inject({ method: 'POST', url: addDoNotCall.path, payload: { phoneNumber: theirs } });
    const single = client.call.createPhoneCall({ from_number: ours, to_number: theirs });
    await expect(single).rejects.toThrow('do-not-call list');
    const { total_task_count, batch_call_id } = await client.batchCall.createBatchCall({
      ...{ from_number: ours, tasks: [{ to_number: theirs }] },
    });
    expect(total_task_count).toBe(1);
    const url = readBatchCall.path.replace(':id', batch_call_id);
    await expect
      .poll(async () => (await phone.user.inject({ url })).json().data, { timeout: 20_000 })
      .toMatchObject({ state: 'done', counts: { do_not_call: 1 } });
  });
});
