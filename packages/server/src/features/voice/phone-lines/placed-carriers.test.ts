import { generateKeyPairSync, sign } from 'node:crypto';
import { answerTwilioCall, noteTelnyxEvent, openTwilioMedia } from '@tendril/contract/api/telephony';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../../platform/config.ts';
import { makeAgent } from '../../../testing/call-driver.ts';
import { CarrierCaller } from '../../../testing/carrier-caller.ts';
import { databases } from '../../../testing/databases.ts';
import { createPhoneApp, type PhoneApp, publicUrl } from '../../../testing/phone-app.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { twilioSignature } from './twilio/twilio-signature.ts';

const authToken = 'a-token-of-twilio';
const [twilioNumber, telnyxNumber] = ['+12025550123', '+12025550124'];
const theirs = '+12025550188';
const fallbackNumber = '+12025550199';
const own = 'https://media1.example';

describe.runIf(databases.includes('postgres'))('a telephone call where processes are there for calls', () => {
  let web: PhoneApp;
  let media: TestApp[];
  const numbers = { twilio: '', telnyx: '' };
  const keys = generateKeyPairSync('ed25519');

  beforeAll(async () => {
    web = await createPhoneApp('postgres', 'here', { roles: ['web'] });
    media = [];
    await web.app.infrastructure.processes.announce(web.base);
    let ids = 0;
    web.carrier.play((_, response) => {
      ids += 1;
      const made = { sid: `CAmade${ids}`, data: { call_control_id: `v3:${ids}` } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made));
    });
    const agentId = await makeAgent(web.user, {
      agent: { beginMessageDelayMs: 0 },
      llm: { beginMode: 'defined', beginMessage: 'Good morning, this is the bakery.' },
    });
    const { url: baseUrl } = web.carrier;
    const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
    const secrets = {
      twilio: await web.addSecret('twilioApi', { accountSid: 'AC1', authToken, baseUrl }),
      telnyx: await web.addSecret('telnyxApi', { apiKey: 'k', connectionId: 'c', publicKey, baseUrl }),
    };
    for (const [provider, phoneNumber] of [
      ['twilio', twilioNumber],
      ['telnyx', telnyxNumber],
    ] as const)
      numbers[provider] = await web.addNumber({
        ...{ phoneNumber, provider, fallbackNumber, inboundAgentId: agentId, outboundAgentId: agentId },
        allowedOutboundCountries: ['US'],
        connection: { credentialId: secrets[provider], carrierNumberId: 'PN1' },
      });
  });
  afterEach(async () => {
    for (const app of media.splice(0)) await app.close();
  });
  afterAll(() => web.close());

  async function start(config: Partial<Config> = {}) {
    const { databaseUrl, secretKey, egressAllow } = web.app.infrastructure.config;
    const app = await createTestApp({
      config: { databaseUrl, secretKey, egressAllow, publicUrl, roles: ['media'], ...config },
    });
    media.push(app);
    const base = await app.listen();
    await app.infrastructure.processes.announce(base);
    return { app, base, id: app.infrastructure.processes.id };
  }
  const ownerOf = async (id: string) =>
    (
      await web.app.infrastructure.db
        .selectFrom('call')
        .select('ownerId')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.ownerId;
  /** What Twilio is told to do with a call of which it asks the process that serves pages. */
  async function ring(callSid: string): Promise<string> {
    const url = `${publicUrl}${answerTwilioCall.path.replace(':id', numbers.twilio)}`;
    const form = new URLSearchParams({ CallSid: callSid, From: theirs, To: twilioNumber });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature(authToken, url, form),
    };
    return (await fetch(url.replace(publicUrl, web.base), { method: 'POST', headers, body: form })).text();
  }
  const startOf = (callSid: string, markup: string) => ({
    callSid,
    customParameters: { token: /name="token" value="([^"]+)"/.exec(markup)?.[1] ?? '' },
  });
  const socketAt = (base: string, path = openTwilioMedia.path) => `${base.replace('http', 'ws')}${path}`;

  it('at Twilio is answered by one of them, and its stream comes to its own address', async () => {
    const { id: processId, base } = await start({ mediaUrl: `${own}/line` });
    const markup = await ring('CAstraight');
    expect(markup).toContain(`wss://media1.example/line${openTwilioMedia.path}`);
    const caller = new CarrierCaller('twilio', socketAt(base), startOf('CAstraight', markup));
    await caller.untilHeard();
    const { id } = await web.newestCall();
    expect(await ownerOf(id)).toBe(processId);
    // A repetition gets the same.
    expect(await ring('CAstraight')).toBe(markup);
    caller.hangUp();
    await web.callWhen(id, ({ status }) => status === 'ended');
  });

  it('at Twilio is led to it by the process that serves pages where it has no address', async () => {
    const { id: processId } = await start();
    const markup = await ring('CAled');
    expect(markup).toContain(`wss://calls.example${openTwilioMedia.path}`);
    const caller = new CarrierCaller('twilio', socketAt(web.base), startOf('CAled', markup));
    await caller.untilHeard();
    const { id } = await web.newestCall();
    expect(await ownerOf(id)).toBe(processId);
    caller.hangUp();
    await web.callWhen(id, ({ status }) => status === 'ended');
  });

  it('at Telnyx is answered by it', async () => {
    const { id: processId } = await start({ mediaUrl: '/media/1' });
    const payload = { call_control_id: 'v3:in', direction: 'incoming', from: theirs, to: telnyxNumber };
    const body = JSON.stringify({ data: { event_type: 'call.initiated', payload } });
    const timestamp = String(Math.round(Date.now() / 1000));
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), keys.privateKey).toString('base64');
    const answer = await fetch(`${web.base}${noteTelnyxEvent.path.replace(':id', numbers.telnyx)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'telnyx-timestamp': timestamp,
        'telnyx-signature-ed25519': signature,
      },
      body,
    });
    expect(answer.status).toBeLessThan(300);
    const told = JSON.parse((await web.command('/actions/answer')).body) as Record<string, string>;
    expect(told['stream_url']).toMatch(/^wss:\/\/calls\.example\/media\/1\/api\//);
    expect(new URL(told['webhook_url'] ?? '').searchParams.get('at')).toBe(processId);
  });

  it('is placed by it, and by the process that serves pages where none is there', async () => {
    const { id: processId } = await start({ mediaUrl: own });
    const asked = { fromNumber: twilioNumber, toNumber: theirs };
    const { call, status } = await web.place(asked);
    expect(status).toBe(201);
    expect(await ownerOf(call.id)).toBe(processId);
    const form = new URLSearchParams((await web.command('/Calls.json')).body);
    expect(form.get('Twiml')).toContain(`wss://media1.example${openTwilioMedia.path}`);
    for (const app of media.splice(0)) await app.close();
    const { call: next } = await web.place(asked);
    expect(await ownerOf(next.id)).toBe(web.app.infrastructure.processes.id);
  });

  it('is refused in words, or sent on, where all of them are full', async () => {
    const { app } = await start({ callPlaces: 1 });
    app.infrastructure.load.countCalls(() => 1);
    const { status, message } = await web.place({ fromNumber: twilioNumber, toNumber: theirs });
    expect([status, message]).toEqual([503, expect.stringContaining('All places for calls are taken')]);
    const markup = await ring('CAfull');
    expect(markup).toContain(fallbackNumber);
    expect(markup).not.toContain('<Stream');
  });

  it('is not begun by a stream or a webhook that nobody has signed', async () => {
    const { base } = await start();
    const before = (await web.newestCall()).id;
    const outsider = new CarrierCaller(
      'twilio',
      socketAt(base),
      startOf('CAx', 'name="token" value="made-up"'),
    );
    expect(await outsider.closed).toBe(1008);
    const path = answerTwilioCall.path.replace(':id', numbers.twilio);
    const unsigned = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'x' },
      body: 'CallSid=CAx',
    });
    expect(unsigned.status).toBe(401);
    expect((await web.newestCall()).id).toBe(before);
  });
});
