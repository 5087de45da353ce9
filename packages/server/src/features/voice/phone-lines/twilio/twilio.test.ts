import { answerTwilioCall, openTwilioMedia } from '@tendril/contract/api/telephony';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../../testing/call-driver.ts';
import { CarrierCaller } from '../../../../testing/carrier-caller.ts';
import { databases } from '../../../../testing/databases.ts';
import { createPhoneApp, type PhoneApp, publicUrl } from '../../../../testing/phone-app.ts';
import { openReceiver, type WebhookReceiver } from '../../../../testing/webhook-receiver.ts';
import { twilioSignature } from './twilio-signature.ts';

const authToken = 'a-token-of-twilio';
const ours = '+12025550123';
const theirs = '+12025550188';
let sids = 0;

it('the signature is the one that Twilio documents', () => {
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
    To: '+18005551212',
  });
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  expect(twilioSignature('12345', url, form)).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=');
});

const places = [...databases.map((database) => [database, 'here'] as const), ['sqlite', 'apart'] as const];

describe.each(places)('calls over Twilio on %s, their sound %s', (database, callMedia) => {
  let phone: PhoneApp;
  let receiver: WebhookReceiver;
  let numberId: string;
  let agentId: string;

  beforeAll(async () => {
    phone = await createPhoneApp(database, callMedia);
    const accountSid = 'AC00112233445566778899aabbccddeeff';
    const credentialId = await phone.addSecret('twilioApi', {
      accountSid,
      authToken,
      baseUrl: phone.carrier.url,
    });
    receiver = await openReceiver();
    agentId = await makeAgent(phone.user, {
      agent: { maxCallDurationMs: 120_000, beginMessageDelayMs: 0, enableVoicemailDetection: true },
      llm: { generalPrompt: 'The shop opens at seven.', beginMode: 'defined', beginMessage: 'Good morning.' },
      settings: {
        ringDurationMs: 17_000,
        voicemailOption: { action: 'static_text', text: 'Call us back, {{name}}.' },
      },
    });
    numberId = await phone.addNumber({
      phoneNumber: ours,
      provider: 'twilio',
      inboundAgentId: agentId,
      outboundAgentId: agentId,
      fallbackNumber: '+12025550199',
      allowedOutboundCountries: ['US'],
      connection: { credentialId, carrierNumberId: 'PN1' },
    });
  });
  afterAll(async () => {
    await phone.close();
    receiver.close();
  });
  beforeEach(() => {
    phone.carrier.requests.splice(0);
    phone.carrier.play((request, response) => {
      if (request.path.endsWith('/Calls.json')) sids += 1;
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ sid: `CA${sids}` }));
    });
  });

  /** A webhook as Twilio sends it. */
  async function tell(url: string, fields: Record<string, string>, token = authToken) {
    const form = new URLSearchParams(fields);
    const answer = await fetch(url.replace(publicUrl, phone.base), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilioSignature(token, url, form),
      },
      body: form,
    });
    return { status: answer.status, text: await answer.text() };
  }
  const voiceAddress = () => `${publicUrl}${answerTwilioCall.path.replace(':id', numberId)}`;
  const ring = (sid: string, from = theirs, token = authToken) =>
    tell(voiceAddress(), { CallSid: sid, From: from, To: ours, CallStatus: 'ringing' }, token);
  const tokenOf = (markup: string) => /name="token" value="([^"]+)"/.exec(markup)?.[1] ?? '';
  const pickUp = (markup: string, callSid: string) =>
    new CarrierCaller('twilio', `${phone.base.replace('http', 'ws')}${openTwilioMedia.path}`, {
      callSid,
      customParameters: { token: tokenOf(markup) },
    });
  const formOf = (body: string) => new URLSearchParams(body);
  const change = (patch: object) =>
    phone.user.inject({
      method: 'PUT',
      url: `/api/core/v1/assistant-phone-numbers/${numberId}`,
      payload: patch,
    });

  it('a call that arrives is answered, greeted, understands keys, and ends when the caller hangs up', async () => {
    const { status, text } = await ring('CAin1');
    expect([status, text]).toEqual([
      200,
      expect.stringContaining(
        '<Connect><Stream url="wss://calls.example/api/core/v1/telephony/twilio/media">',
      ),
    ]);
    // A webhook that is repeated is the same call.
    expect((await ring('CAin1')).text).toBe(text);
    const caller = pickUp(text, 'CAin1');
    await caller.untilHeard();
    const { id } = await phone.newestCall();
    while (!(await phone.events(id)).some(({ type }) => type === 'agent-turn'))
      await new Promise((resolve) => setTimeout(resolve, 20));
    caller.press('4');
    caller.press('2');
    caller.press('#');
    const talked = await phone.callWhen(id, (call) =>
      call.transcript.some(({ content }) => content === '[DTMF] 42'),
    );
    expect(talked).toMatchObject({
      kind: 'phone',
      direction: 'inbound',
      fromNumber: theirs,
      toNumber: ours,
      status: 'ongoing',
      line: { state: 'answered', carrier: 'twilio', carrierCallId: 'CAin1' },
    });
    expect(caller.events).toContain('mark');
    caller.hangUp();
    const ended = await phone.callWhen(id, (call) => call.status === 'ended');
    expect(ended).toMatchObject({ disconnectionReason: 'user_hangup', line: { state: 'ended' } });
    expect(ended.transcript).toContainEqual(
      expect.objectContaining({ role: 'agent', content: 'Good morning.' }),
    );
    expect(ended.recordingUrl).not.toBeNull();
  });

  it('requests without a valid signature are refused, and a token opens one stream of its own call once', async () => {
    expect((await ring('CAx', theirs, 'another-token')).status).toBe(401);
    expect((await tell(voiceAddress().replace(numberId, 'nobody'), { CallSid: 'CAx' })).status).toBe(401);
    const { text } = await ring('CAin2');
    const outsider = pickUp('', 'CAin2');
    expect(await outsider.closed).toBe(1008);
    const caller = pickUp(text, 'CAin2');
    await caller.until(() => caller.events.length > 0);
    expect(await pickUp(text, 'CAin2').closed).toBe(1008);
    caller.hangUp();
    await caller.closed;
    const other = await ring('CAin3');
    expect(await pickUp(other.text, 'CAelse').closed).toBe(1008);
  });

  it('a paused number forwards, and refuses without a number to forward to', async () => {
    await change({ isPaused: true });
    expect((await ring('CAin4')).text).toContain('<Number>+12025550199</Number>');
    await change({ fallbackNumber: '' });
    expect((await ring('CAin5')).text).toContain('<Reject');
    await change({ isPaused: false, fallbackNumber: '+12025550199' });
  });

  it('CALL-10: a call that is placed rings as long as the agent says, and busy is its end', async () => {
    await phone.user.inject({
      method: 'PUT',
      url: `/api/tendril-agentshub-management/v1/agentshub/agents/${agentId}/settings`,
      payload: { webhookUrl: receiver.url },
    });
    const { status, call } = await phone.place({ fromNumber: ours, toNumber: theirs });
    expect([status, call]).toMatchObject([
      201,
      { status: 'registered', direction: 'outbound', line: { state: 'dialing', carrier: 'twilio' } },
    ]);
    const form = formOf((await phone.command('/Calls.json')).body);
    expect(Object.fromEntries(form)).toMatchObject({
      To: theirs,
      From: ours,
      Timeout: '17',
      TimeLimit: '150',
      MachineDetection: 'DetectMessageEnd',
      AsyncAmd: 'true',
    });
    expect(form.getAll('StatusCallbackEvent')).toEqual(['initiated', 'ringing', 'answered', 'completed']);
    const news = form.get('StatusCallback') ?? '';
    expect((await tell(news, { CallSid: 'CA', CallStatus: 'ringing' })).status).toBe(204);
    await phone.callWhen(call.id, ({ line }) => line?.state === 'ringing');
    await tell(news, { CallSid: 'CA', CallStatus: 'busy', SipResponseCode: '486' });
    const ended = await phone.callWhen(call.id, (one) => one.status === 'not_connected');
    expect(ended).toMatchObject({ disconnectionReason: 'dial_busy', startedAt: null });
  });

  it.each([
    ['no-answer', '480', 'dial_no_answer'],
    ['failed', '404', 'invalid_destination'],
    ['busy', '603', 'user_declined'],
  ])('%s (%s) of a call reads as %s', async (status, code, reason) => {
    const { call } = await phone.place({ fromNumber: ours, toNumber: theirs });
    const form = formOf((await phone.command('/Calls.json')).body);
    await tell(form.get('StatusCallback') ?? '', { CallStatus: status, SipResponseCode: code });
    const ended = await phone.callWhen(call.id, (one) => one.status === 'not_connected');
    expect(ended.disconnectionReason).toBe(reason);
  });

  it('CALL-04: a mailbox that answers gets the message after its greeting, and is hung up on', async () => {
    const { call } = await phone.place({ fromNumber: ours, toNumber: theirs, variables: { name: 'Ann' } });
    const form = formOf((await phone.command('/Calls.json')).body);
    const caller = pickUp(form.get('Twiml') ?? '', call.line?.carrierCallId ?? '');
    await caller.untilHeard();
    await tell(form.get('AsyncAmdStatusCallback') ?? '', { AnsweredBy: 'machine_end_beep' });
    const ended = await phone.callWhen(call.id, (one) => one.status === 'ended');
    expect(ended.disconnectionReason).toBe('voicemail_reached');
    expect(ended.transcript.at(-1)).toMatchObject({ role: 'agent', content: 'Call us back, Ann.' });
    const states = (await phone.events(call.id)).flatMap((event) =>
      event.type === 'line-state' ? event.state : [],
    );
    expect(states).toEqual(['answered', 'voicemail']);
    const hangUp = await phone.command(`/${call.line?.carrierCallId}.json`);
    expect(hangUp.body).toBe('Status=completed');
  });

  it('only numbers of the workspace call, only where they may, and never a premium number', async () => {
    const refused = async (body: object) => {
      const { status, message } = await phone.place({ fromNumber: ours, toNumber: theirs, ...body });
      return [status, message];
    };
    expect(await refused({ fromNumber: '+12025550111' })).toMatchObject([404, /not a phone number of this/]);
    expect(await refused({ toNumber: '+442079460958' })).toMatchObject([403, /country/]);
    await change({ allowedOutboundCountries: [] });
    expect(await refused({ toNumber: '+19005550100' })).toMatchObject([expect.any(Number), /premium|valid/]);
    await change({ allowedOutboundCountries: ['US'] });
    expect(await refused({ toNumber: ours })).toMatchObject([400, /calls/]);
    expect(phone.carrier.requests).toEqual([]);
  });

  it('what Twilio refuses is said, and the call is not connected', async () => {
    phone.carrier.play((_, response) =>
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"code":21215,"message":"SECRET"}'),
    );
    const { status, message } = await phone.place({ fromNumber: ours, toNumber: theirs });
    expect([status, message]).toEqual([403, 'Twilio does not permit this call (error 21215).']);
    const call = await phone.newestCall();
    expect(call).toMatchObject({
      status: 'not_connected',
      disconnectionReason: 'telephony_provider_permission_denied',
    });
  });

  it('the health check says where Twilio has to ask, and sets it there on request', async () => {
    let voiceUrl = 'https://elsewhere.example/voice';
    phone.carrier.play((request, response) => {
      const form = new URLSearchParams(request.body);
      voiceUrl = form.get('VoiceUrl') ?? voiceUrl;
      const found = { sid: 'PN1', phone_number: ours, voice_url: voiceUrl, capabilities: { voice: true } };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ incoming_phone_numbers: [found] }));
    });
    const path = `/api/core/v1/assistant-phone-numbers/${numberId}`;
    const line = async () => {
      const { checks } = (await phone.user.inject({ url: `${path}/health` })).json().data;
      return checks.find(({ name }: { name: string }) => name === 'line');
    };
    expect(await line()).toMatchObject({
      state: 'bad',
      finding: 'asks-elsewhere',
      values: { url: voiceAddress() },
    });
    const set = await phone.user.inject({ method: 'POST', url: `${path}/carrier-webhook` });
    expect([set.statusCode, set.json().url]).toEqual([200, voiceAddress()]);
    expect(await line()).toMatchObject({ state: 'good', finding: 'asks-here' });
  });

  it('a call that rings can be stopped', async () => {
    const { call } = await phone.place({ fromNumber: ours, toNumber: theirs });
    const path = `/api/tendril-agentshub-management/v1/agentshub/calls/${call.id}/stop`;
    expect((await phone.user.inject({ method: 'POST', url: path })).json().data).toMatchObject({
      status: 'not_connected',
      disconnectionReason: 'manual_stopped',
    });
    expect((await phone.command(`/${call.line?.carrierCallId}.json`)).body).toBe('Status=completed');
  });
});
