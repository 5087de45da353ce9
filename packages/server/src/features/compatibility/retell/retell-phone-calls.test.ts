import { retellPrefix } from '@tendril/contract/api/retell-pages';
import Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createPhoneApp, type PhoneApp } from '../../../testing/phone-app.ts';

const ours = '+12025550123';
const theirs = '+12025550188';

describe.each(databases)('retell-sdk places telephone calls on %s', (database) => {
  let phone: PhoneApp;
  let client: Retell;
  let agentId: string;

  beforeAll(async () => {
    phone = await createPhoneApp(database);
    phone.carrier.play((_, response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"CA77"}'),
    );
    const secret = { accountSid: 'AC00112233', authToken: 'token', baseUrl: phone.carrier.url };
    const credentialId = await phone.addSecret('twilioApi', secret);
    agentId = await makeAgent(phone.user, { llm: { generalPrompt: 'Be kind.' } });
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
