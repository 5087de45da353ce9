import { createHmac } from 'node:crypto';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import { answerTwilioCall, openTwilioMedia } from '@tendril/contract/api/telephony';
import Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { CarrierCaller } from '../../../testing/carrier-caller.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createPhoneApp, type PhoneApp, publicUrl } from '../../../testing/phone-app.ts';
import { refusalOf, retellClient } from '../../../testing/retell-client.ts';

const ours = '+12025550123';
const theirs = '+12025550188';

describe.each(databases)('retell-sdk places telephone calls on %s', (database) => {
  let phone: PhoneApp;
  let client: Retell;
  let agentId: string;
  let numberId: string;

  beforeAll(async () => {
    phone = await createPhoneApp(database);
    phone.carrier.play((_, response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"CA77"}'),
    );
    const secret = { accountSid: 'AC00112233', authToken: 'token', baseUrl: phone.carrier.url };
    const credentialId = await phone.addSecret('twilioApi', secret);
    agentId = await makeAgent(phone.user, { llm: { generalPrompt: 'Be kind.' } });
    numberId = await phone.addNumber({
      phoneNumber: ours,
      provider: 'twilio',
      inboundAgentId: agentId,
      outboundAgentId: agentId,
      connection: { credentialId, carrierNumberId: 'PN1' },
    });
    const { key } = await makeKey(phone.app, phone.user.caller.workspaceId);
    client = new Retell({ apiKey: key, baseURL: `${phone.base}${retellPrefix}`, maxRetries: 0 });
  });
  afterAll(() => phone.close());

  it('R-31: the call is one of a telephone, with the id that Twilio gave it', async () => {
    const call = await client.call.createPhoneCall({
      from_number: ours,
      to_number: theirs,
      metadata: { order: 7 },
      retell_llm_dynamic_variables: { name: 'Ann' },
    });
    expect(call).toMatchObject({
      call_type: 'phone_call',
      call_status: 'registered',
      direction: 'outbound',
      agent_id: agentId,
      from_number: ours,
      to_number: theirs,
      metadata: { order: 7 },
      telephony_identifier: { twilio_call_sid: 'CA77' },
    });
    await client.call.stop(call.call_id);
    expect(await client.call.retrieve(call.call_id)).toMatchObject({
      call_status: 'not_connected',
      disconnection_reason: 'manual_stopped',
    });
  });

  /** A call arrives, as Twilio announces it; returns the token of its stream. */
  async function ring(callSid: string, from = theirs): Promise<string> {
    const address = `${publicUrl}${answerTwilioCall.path.replace(':id', numberId)}`;
    const form = new URLSearchParams({ CallSid: callSid, CallStatus: 'ringing', From: from, To: ours });
    const signed = [...form].toSorted().reduce((text, [name, value]) => text + name + value, address);
    const answer = await fetch(address.replace(publicUrl, phone.base), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', 'token').update(signed).digest('base64'),
      },
      body: form,
    });
    return /name="token" value="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
  }

  it('R-31: a registered call is the one that arrives next from its number, once, with what was given', async () => {
    const other = await makeAgent(phone.user, {
      llm: { beginMode: 'defined', beginMessage: 'Hello {{name}}.' },
      agent: { beginMessageDelayMs: 0 },
    });
    const call = await client.call.registerPhoneCall({
      agent_id: other,
      from_number: theirs,
      to_number: ours,
      metadata: { order: 9 },
      retell_llm_dynamic_variables: { name: 'Ann' },
    });
    expect(call).toMatchObject({ call_status: 'registered', direction: 'inbound', agent_id: other });
    const token = await ring('CAreg1');
    const line = new CarrierCaller('twilio', `${phone.base.replace('http', 'ws')}${openTwilioMedia.path}`, {
      callSid: 'CAreg1',
      customParameters: { token },
    });
    await phone.callWhen(call.call_id, ({ status }) => status === 'ongoing');
    await line.untilHeard();
    await expect
      .poll(async () => (await phone.events(call.call_id)).map(({ type }) => type), { timeout: 60_000 })
      .toContain('agent-turn');
    line.hangUp();
    const ended = await phone.callWhen(call.call_id, ({ status }) => status === 'ended');
    expect(ended).toMatchObject({
      agentId: other,
      metadata: { order: 9 },
      line: { carrier: 'twilio', carrierCallId: 'CAreg1' },
      transcript: [expect.objectContaining({ role: 'agent', content: 'Hello Ann.' })],
    });
    // The next one is the number's own again.
    await ring('CAreg2');
    expect((await phone.newestCall()).agentId).toBe(agentId);
  });

  it('a call to a number of nobody, an outgoing one, and one for an agent of others are not registered', async () => {
    const asked = { agent_id: agentId, from_number: theirs, to_number: ours };
    const refused = (body: object, by = client) =>
      refusalOf(by.call.registerPhoneCall({ ...asked, ...body }));
    expect(await refused({ to_number: '+12025550111' })).toEqual([400, expect.stringContaining('to_number')]);
    expect(await refused({ direction: 'outbound' })).toEqual([400, expect.stringContaining('direction')]);
    expect(await refused({ from_number: 'me' })).toEqual([400, expect.stringContaining('from_number')]);
    const elsewhere = retellClient(phone.base, (await makeKey(phone.app)).key);
    expect((await refused({}, elsewhere))[0]).toBe(400);
  });

  it('a number of nobody, a version without its agent and an override are refused by name', async () => {
    const refused = (body: object) =>
      client.call.createPhoneCall({ from_number: ours, to_number: theirs, ...body }).then(
        () => '',
        (error: { message: string }) => error.message,
      );
    expect(await refused({ from_number: '+12025550111' })).toContain('from_number');
    expect(await refused({ override_agent_version: 0 })).toContain('override_agent_id');
    expect(await refused({ agent_override: { agent: { voice_id: 'x' } } })).toContain('agent_override');
  });
});
