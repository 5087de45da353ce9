import { generateKeyPairSync, sign } from 'node:crypto';
import { noteTelnyxEvent } from '@tendril/contract/api/telephony';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../../testing/call-driver.ts';
import { CarrierCaller } from '../../../../testing/carrier-caller.ts';
import { callPlaces, createPhoneApp, type PhoneApp, publicUrl } from '../../../../testing/phone-app.ts';

const ours = '+12025550123';
const theirs = '+12025550188';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

describe.each(callPlaces)('calls over Telnyx, their sound %s', (callMedia) => {
  let phone: PhoneApp;
  let numberId: string;

  beforeAll(async () => {
    phone = await createPhoneApp('sqlite', callMedia);
    const credentialId = await phone.addSecret('telnyxApi', {
      apiKey: 'KEY',
      baseUrl: phone.carrier.url,
      publicKey: rawKey,
      connectionId: '1494404757140276705',
    });
    const agentId = await makeAgent(phone.user, {
      agent: { beginMessageDelayMs: 0 },
      llm: { generalPrompt: 'The shop opens at seven.', beginMode: 'defined', beginMessage: 'Good morning.' },
      settings: { voicemailOption: { action: 'hangup', text: '' } },
    });
    numberId = await phone.addNumber({
      phoneNumber: ours,
      provider: 'telnyx',
      inboundAgentId: agentId,
      outboundAgentId: agentId,
      connection: { credentialId, carrierNumberId: '7' },
    });
  });
  afterAll(() => phone.close());
  beforeEach(() => {
    phone.carrier.requests.splice(0);
    phone.carrier.play((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data":{"call_control_id":"v3:out"}}'),
    );
  });

  const eventsUrl = () => `${publicUrl}${noteTelnyxEvent.path.replace(':id', numberId)}`;
  async function tell(url: string, type: string, payload: object, sentAt = Date.now()): Promise<number> {
    const body = JSON.stringify({ data: { event_type: type, payload } });
    const timestamp = String(Math.floor(sentAt / 1000));
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString('base64');
    const { status } = await fetch(url.replace(publicUrl, phone.base), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'telnyx-signature-ed25519': signature,
        'telnyx-timestamp': timestamp,
      },
      body,
    });
    return status;
  }
  const stream = (body: string, callControlId: string) => {
    const { stream_url: url } = JSON.parse(body) as { stream_url: string };
    const here = url.replace(publicUrl.replace('https', 'wss'), phone.base.replace('http', 'ws'));
    return new CarrierCaller('telnyx', here, { call_control_id: callControlId });
  };

  it('a call that arrives is answered with a stream both ways, and ends with its hang-up', async () => {
    const incoming = { call_control_id: 'v3:in', direction: 'incoming', from: theirs, to: ours };
    expect(await tell(eventsUrl(), 'call.initiated', incoming)).toBe(204);
    expect(await tell(eventsUrl(), 'call.initiated', incoming)).toBe(204);
    const { body } = await phone.command('/actions/answer');
    expect(JSON.parse(body)).toMatchObject({
      stream_bidirectional_mode: 'rtp',
      stream_bidirectional_codec: 'PCMU',
    });
    expect(phone.carrier.requests.filter(({ path }) => path.endsWith('/answer'))).toHaveLength(1);
    const caller = stream(body, 'v3:in');
    await caller.untilHeard();
    const { id } = await phone.newestCall();
    caller.press('7');
    caller.press('#');
    await phone.callWhen(id, (call) => call.transcript.some(({ content }) => content === '[DTMF] 7'));
    await tell(eventsUrl(), 'call.hangup', { call_control_id: 'v3:in', hangup_cause: 'normal_clearing' });
    expect(await phone.callWhen(id, (call) => call.status === 'ended')).toMatchObject({
      direction: 'inbound',
      fromNumber: theirs,
      disconnectionReason: 'user_hangup',
      line: { carrier: 'telnyx', carrierCallId: 'v3:in' },
    });
  });

  it('an event is believed for five minutes, by its signature alone', async () => {
    const payload = { call_control_id: 'v3:x', direction: 'incoming', from: theirs, to: ours };
    expect(await tell(eventsUrl(), 'call.initiated', payload, Date.now() - 301_000)).toBe(401);
    const unsigned = await fetch(eventsUrl().replace(publicUrl, phone.base), { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
  });

  it('CALL-04: its stream may open while it rings; a machine that answers is hung up on', async () => {
    const { status, call } = await phone.place({ fromNumber: ours, toNumber: theirs });
    expect(status).toBe(201);
    const { body } = await phone.command('/v2/calls');
    const asked = JSON.parse(body) as { webhook_url: string };
    expect(asked).toMatchObject({
      connection_id: '1494404757140276705',
      from: ours,
      to: theirs,
      timeout_secs: 30,
      answering_machine_detection: 'detect_beep',
    });
    const caller = stream(body, 'v3:out');
    await tell(asked.webhook_url, 'call.initiated', { call_control_id: 'v3:out', direction: 'outgoing' });
    await phone.callWhen(call.id, ({ line }) => line?.state === 'ringing');
    await tell(asked.webhook_url, 'call.answered', { call_control_id: 'v3:out' });
    await caller.untilHeard();
    await tell(asked.webhook_url, 'call.machine.detection.ended', {
      call_control_id: 'v3:out',
      result: 'machine',
    });
    const ended = await phone.callWhen(call.id, (one) => one.status === 'ended');
    expect(ended.disconnectionReason).toBe('voicemail_reached');
    await phone.command('/v3%3Aout/actions/hangup');
  });

  it.each([
    ['user_busy', 'dial_busy'],
    ['timeout', 'dial_no_answer'],
    ['call_rejected', 'user_declined'],
    ['not_found', 'invalid_destination'],
  ])('%s reads as %s', async (cause, reason) => {
    const { call } = await phone.place({ fromNumber: ours, toNumber: theirs });
    const { webhook_url: url } = JSON.parse((await phone.command('/v2/calls')).body);
    await tell(url, 'call.hangup', { call_control_id: 'v3:out', hangup_cause: cause });
    const ended = await phone.callWhen(call.id, (one) => one.status === 'not_connected');
    expect(ended.disconnectionReason).toBe(reason);
  });
});
