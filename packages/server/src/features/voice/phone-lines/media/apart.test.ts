import { Worker } from 'node:worker_threads';
import { answerTwilioCall, openTwilioMedia } from '@tendril/contract/api/telephony';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeAgent } from '../../../../testing/call-driver.ts';
import { CarrierCaller } from '../../../../testing/carrier-caller.ts';
import { mediaProcesses } from '../../../../testing/media-processes.ts';
import { createPhoneApp, type PhoneApp, publicUrl } from '../../../../testing/phone-app.ts';
import { twilioSignature } from '../twilio/twilio-signature.ts';

const authToken = 'a-token-of-twilio';
const ours = '+12025550123';
const long =
  'Our bread is baked every night from flour of the valley, with water of the spring and a little salt, and it rests ' +
  'for a whole day before it goes into the oven, where it stays until the crust is brown.';

let phone: PhoneApp;
let numberId: string;
let address: string;

beforeAll(async () => {
  phone = await createPhoneApp('sqlite', 'apart');
  phone.carrier.play((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  const baseUrl = phone.carrier.url;
  const credentialId = await phone.addSecret('twilioApi', { accountSid: 'AC1', authToken, baseUrl });
  const agentId = await makeAgent(phone.user, {
    agent: { beginMessageDelayMs: 0, interruptionSensitivity: 0 },
    llm: { beginMode: 'defined', beginMessage: long },
  });
  numberId = await phone.addNumber({
    ...{ phoneNumber: ours, provider: 'twilio', inboundAgentId: agentId },
    connection: { credentialId, carrierNumberId: 'PN1' },
  });
  address = `${phone.base.replace('http', 'ws')}${openTwilioMedia.path}`;
});
afterAll(() => phone.close());

/** The first message of the stream of a call that has arrived. */
async function ring(callSid: string) {
  const url = `${publicUrl}${answerTwilioCall.path.replace(':id', numberId)}`;
  const form = new URLSearchParams({ CallSid: callSid, From: '+12025550188', To: ours });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilioSignature(authToken, url, form),
  };
  const answer = await fetch(url.replace(publicUrl, phone.base), { method: 'POST', headers, body: form });
  const token = /name="token" value="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
  return { callSid, customParameters: { token } };
}

it('the agent is heard on the telephone while the server does nothing but one long work', {
  timeout: 60_000,
}, async () => {
  const workerData = { url: address, start: await ring('CAbusy') };
  const caller = new Worker(new URL('../../../../testing/stream-thread.ts', import.meta.url), { workerData });
  const counted = await new Promise<Int32Array>((resolve) => caller.once('message', resolve));
  await expect.poll(() => Atomics.load(counted, 0), { timeout: 30_000 }).toBeGreaterThan(10);
  const before = Atomics.load(counted, 0);
  // Nothing of this thread's runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
  expect(Atomics.load(counted, 0) - before).toBeGreaterThan(50);
  caller.postMessage('close');
  await new Promise((resolve) => caller.once('exit', resolve));
});

it('a telephone call whose sound’s process is killed ends in words, its recording plays, and the carrier hangs up', {
  timeout: 60_000,
}, async () => {
  const caller = new CarrierCaller('twilio', address, await ring('CAkilled'));
  await caller.until(() => caller.heard.length > 24_000);
  const { id } = await phone.newestCall();
  for (const pid of mediaProcesses()) process.kill(pid, 'SIGKILL');
  expect(await caller.closed).toBe(1006);
  const call = await phone.callWhen(id, ({ status }) => status === 'error');
  expect(call).toMatchObject({ disconnectionReason: 'error_unknown', line: { state: 'ended' } });
  expect(call.durationMs).toBeGreaterThan(1000);
  const wav = (await phone.user.inject({ url: call.recordingUrl ?? '' })).rawPayload;
  expect([wav.subarray(0, 4).toString(), wav.length > 20_000]).toEqual(['RIFF', true]);
  expect((await phone.command('/CAkilled.json')).body).toBe('Status=completed');
  const next = new CarrierCaller('twilio', address, await ring('CAnext'));
  await next.untilHeard();
  next.hangUp();
});

it('a socket that talks before it says whose sound it carries, or says nothing, is not let through', async () => {
  const flood = new WebSocket(address);
  flood.on('error', () => {});
  const code = new Promise((resolve) => flood.once('close', resolve));
  await new Promise((resolve) => flood.once('open', resolve));
  for (let sent = 0; sent < 200; sent += 1) flood.send(JSON.stringify({ event: 'x', y: 'z'.repeat(1000) }));
  expect(await code).toBe(1006);
  const silent = new WebSocket(address);
  expect(await new Promise((resolve) => silent.once('close', resolve))).toBe(1008);
  const known = await phone.newestCall();
  const unsigned = new CarrierCaller('twilio', address, { callSid: 'CAnext', customParameters: {} });
  expect(await unsigned.closed).toBe(1008);
  expect((await phone.newestCall()).id).toBe(known.id);
});
