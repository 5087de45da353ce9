import { generateKeyPairSync, sign } from 'node:crypto';
import { readCall, stopCall } from '@tendril/contract/api/calls';
import {
  answerTwilioCall,
  noteTelnyxEvent,
  openTelnyxMedia,
  openTwilioMedia,
} from '@tendril/contract/api/telephony';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../testing/call-driver.ts';
import { CarrierCaller } from '../../../testing/carrier-caller.ts';
import { databases } from '../../../testing/databases.ts';
import { createPhoneApp, type PhoneApp, publicUrl } from '../../../testing/phone-app.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { twilioSignature } from './twilio/twilio-signature.ts';

const authToken = 'a-token-of-twilio';
const ours = '+12025550123';
const theirs = '+12025550188';

describe.runIf(databases.includes('postgres'))('a carrier that calls any process of an installation', () => {
  let phone: PhoneApp;
  let second: TestApp;
  /** Of the first process, which has the lines, and of the second one. */
  let bases: [string, string];
  let agentId: string;
  const keys = generateKeyPairSync('ed25519');

  beforeEach(async () => {
    phone = await createPhoneApp('postgres');
    const { databaseUrl, secretKey, egressAllow } = phone.app.infrastructure.config;
    second = await createTestApp({ config: { databaseUrl, secretKey, egressAllow, publicUrl } });
    bases = [phone.base, await second.listen()];
    await phone.app.infrastructure.processes.announce(bases[0]);
    await second.infrastructure.processes.announce(bases[1]);
    let ids = 0;
    phone.carrier.play((_, response) => {
      ids += 1;
      const made = { sid: `CA${ids}`, data: { call_control_id: `v3:${ids}` } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made));
    });
    agentId = await makeAgent(phone.user, {
      agent: { beginMessageDelayMs: 0 },
      llm: { beginMode: 'defined', beginMessage: 'Good morning.' },
    });
  });
  afterEach(async () => {
    await second.close();
    await phone.close();
  });

  async function addNumber(provider: 'twilio' | 'telnyx'): Promise<string> {
    const credentialId =
      provider === 'twilio'
        ? await phone.addSecret('twilioApi', { accountSid: 'AC1', authToken, baseUrl: phone.carrier.url })
        : await phone.addSecret('telnyxApi', {
            apiKey: 'k',
            connectionId: 'c',
            publicKey: keys.publicKey
              .export({ format: 'der', type: 'spki' })
              .subarray(-32)
              .toString('base64'),
            baseUrl: phone.carrier.url,
          });
    return phone.addNumber({
      ...{ phoneNumber: ours, provider, inboundAgentId: agentId, outboundAgentId: agentId },
      allowedOutboundCountries: ['US'],
      connection: { credentialId, carrierNumberId: 'PN1' },
    });
  }
  /** A webhook of Twilio at one of the processes. */
  async function post(base: string, url: string, fields: Record<string, string>): Promise<string> {
    const form = new URLSearchParams(fields);
    const answer = await fetch(url.replace(publicUrl, base), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilioSignature(authToken, url, form),
      },
      body: form,
    });
    expect(answer.status).toBeLessThan(300);
    return answer.text();
  }
  async function note(base: string, url: string, type: string, payload: object): Promise<void> {
    const body = JSON.stringify({ data: { event_type: type, payload } });
    const timestamp = String(Math.round(Date.now() / 1000));
    const answer = await fetch(url.replace(publicUrl, base), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'telnyx-timestamp': timestamp,
        'telnyx-signature-ed25519': sign(null, Buffer.from(`${timestamp}|${body}`), keys.privateKey).toString(
          'base64',
        ),
      },
      body,
    });
    expect(answer.status).toBeLessThan(300);
  }
  const tokenOf = (markup: string) => /name="token" value="([^"]+)"/.exec(markup)?.[1] ?? '';
  const socketAt = (base: string, path: string) => `${base.replace('http', 'ws')}${path}`;

  it('hears its caller on Twilio wherever the stream, a repetition and the news arrive', async () => {
    const numberId = await addNumber('twilio');
    const url = `${publicUrl}${answerTwilioCall.path.replace(':id', numberId)}`;
    const asked = { CallSid: 'CAin', From: theirs, To: ours, CallStatus: 'ringing' };
    const markup = await post(bases[0], url, asked);
    expect(await post(bases[1], url, asked)).toBe(markup);
    const caller = new CarrierCaller('twilio', socketAt(bases[1], openTwilioMedia.path), {
      callSid: 'CAin',
      customParameters: { token: tokenOf(markup) },
    });
    await caller.untilHeard();
    const { id, line } = await phone.newestCall();
    expect(line).toMatchObject({ carrierCallId: 'CAin' });
    caller.press('4');
    caller.press('#');
    await phone.callWhen(id, ({ transcript }) => transcript.some(({ content }) => content === '[DTMF] 4'));
    caller.hangUp();
    const ended = await phone.callWhen(id, ({ status }) => status === 'ended');
    expect(ended.disconnectionReason).toBe('user_hangup');
    // The token has been used up at its owner.
    const again = new CarrierCaller('twilio', socketAt(bases[1], openTwilioMedia.path), {
      callSid: 'CAin',
      customParameters: { token: tokenOf(markup) },
    });
    expect(await again.closed).toBe(1008);
  });

  it('reports a call on Twilio that was placed elsewhere, and stops one that rings there', async () => {
    await addNumber('twilio');
    const { call } = await phone.place({ fromNumber: ours, toNumber: theirs });
    const form = new URLSearchParams((await phone.command('/Calls.json')).body);
    await post(bases[1], form.get('StatusCallback') ?? '', { CallSid: 'CA1', CallStatus: 'busy' });
    const ended = await phone.callWhen(call.id, ({ status }) => status === 'not_connected');
    expect(ended.disconnectionReason).toBe('dial_busy');
    const { call: ringing } = await phone.place({ fromNumber: ours, toNumber: theirs });
    const there = await second.signIn();
    const stopped = await there.inject({ method: 'POST', url: stopCall.path.replace(':id', ringing.id) });
    expect(stopped.json().data).toMatchObject({ disconnectionReason: 'manual_stopped' });
  });

  it('hears its caller on Telnyx, and ends the call by its news', async () => {
    const numberId = await addNumber('telnyx');
    const url = `${publicUrl}${noteTelnyxEvent.path.replace(':id', numberId)}`;
    const payload = { call_control_id: 'v3:in', direction: 'incoming', from: theirs, to: ours };
    await note(bases[0], url, 'call.initiated', payload);
    await note(bases[1], url, 'call.initiated', payload);
    const answered = JSON.parse((await phone.command('/actions/answer')).body) as Record<string, string>;
    const token = new URL(answered['stream_url'] ?? '').searchParams.get('token') ?? '';
    const path = `${openTelnyxMedia.path}?${new URLSearchParams({ token })}`;
    const caller = new CarrierCaller('telnyx', socketAt(bases[1], path), { call_control_id: 'v3:in' });
    await caller.untilHeard();
    const { id } = await phone.newestCall();
    await note(bases[1], answered['webhook_url'] ?? '', 'call.hangup', {
      ...payload,
      hangup_cause: 'normal_clearing',
      hangup_source: 'caller',
    });
    const ended = await phone.callWhen(id, ({ status }) => status === 'ended');
    expect(ended.disconnectionReason).toBe('user_hangup');
    const { data } = (
      await phone.user.inject({ url: '/api/tendril-agentshub-management/v1/agentshub/calls' })
    ).json();
    expect(data).toHaveLength(1);
    expect((await phone.user.inject({ url: readCall.path.replace(':id', id) })).statusCode).toBe(200);
  });

  it('is refused in time when the process that its token names is gone', async () => {
    const caller = new CarrierCaller('twilio', socketAt(bases[1], openTwilioMedia.path), {
      callSid: 'CAgone',
      customParameters: { token: 'a-process-that-is-gone.token' },
    });
    expect(await caller.closed).toBe(1008);
    const outside = new CarrierCaller(
      'twilio',
      socketAt(bases[1], '/internal/telephony/media?carrier=twilio&token=x.y'),
      {},
    );
    expect(await outside.closed).toBe(1006);
  });
});
