import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeAgent } from '../../../../testing/call-driver.ts';
import { mediaProcesses } from '../../../../testing/media-processes.ts';
import { createPhoneApp, type PhoneApp } from '../../../../testing/phone-app.ts';
import { Baresip } from '../testing/baresip.ts';
import { claimSipPort } from '../testing/sip-port.ts';

const port = await claimSipPort();
const trunkPort = await claimSipPort();
const ours = '+12025550123';
const theirs = '+12025550199';
const long =
  'Our bread is baked every night from flour of the valley, with water of the spring and a little salt, and it rests ' +
  'for a whole day before it goes into the oven, where it stays until the crust is brown.';
/** Not loud enough to be a voice. */
const quiet = 500;
const loudOf = (samples: Int16Array) => samples.filter((sample) => Math.abs(sample) > quiet).length;

/** A SIP number whose calls' sound is in the media process, and a real telephone at its trunk. */
let phone: PhoneApp;
let caller: Baresip;

beforeEach(async () => {
  phone = await createPhoneApp('sqlite', 'apart', {
    ...{ sipPort: port, sipHost: '127.0.0.1', rtpPorts: [port + 10_000, port + 10_199] },
    egressAllow: [`127.0.0.1:${trunkPort}`],
  });
  const agentId = await makeAgent(phone.user, {
    agent: { beginMessageDelayMs: 0, interruptionSensitivity: 0 },
    llm: { beginMode: 'defined', beginMessage: long },
  });
  const connection = { trunkUri: `127.0.0.1:${trunkPort}`, transport: 'udp' };
  await phone.addNumber({
    ...{ phoneNumber: ours, provider: 'sip', inboundAgentId: agentId, connection },
  });
  caller = new Baresip({ port: trunkPort, user: theirs, toneHz: 20 });
  await expect.poll(() => caller.isReady, { message: `baresip: ${caller.log}`, timeout: 10_000 }).toBe(true);
});
afterEach(async () => {
  await caller.close();
  await phone.close();
});

/** The telephone calls, and hears the agent. */
async function call(): Promise<string> {
  caller.command('dial', `sip:${ours}@127.0.0.1:${port}`);
  await expect.poll(() => loudOf(caller.heard()), { timeout: 60_000 }).toBeGreaterThan(4000);
  return (await phone.newestCall()).id;
}

it('a telephone at a trunk hears the agent whatever the server does, presses keys, holds, and ends the call', {
  timeout: 180_000,
}, async () => {
  const id = await call();
  const before = loudOf(caller.heard());
  // Nothing of this thread's runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
  // Two thirds of a voice are loud at least a tenth of the time.
  expect(loudOf(caller.heard()) - before).toBeGreaterThan(3000);
  caller.command('sndcode', '4');
  caller.command('sndcode', '\u0004');
  caller.command('sndcode', '#');
  caller.command('sndcode', '\u0004');
  await phone.callWhen(id, ({ transcript }) => transcript.some(({ content }) => content === '[DTMF] 4'));
  caller.command('hold');
  await phone.callWhen(id, ({ line }) => line?.state === 'on-hold');
  caller.command('resume');
  await phone.callWhen(id, ({ line }) => line?.state === 'answered');
  caller.command('hangup');
  const ended = await phone.callWhen(id, ({ status }) => status === 'ended');
  expect(ended).toMatchObject({ disconnectionReason: 'user_hangup', line: { carrier: 'sip' } });
  expect(ended.recordingUrl).not.toBeNull();
});

it('a SIP call whose sound’s process is killed ends in words and with its recording, and the telephone hears of it', {
  timeout: 180_000,
}, async () => {
  const id = await call();
  // What is recorded is on disk within a second.
  await expect.poll(() => loudOf(caller.heard()), { timeout: 60_000 }).toBeGreaterThan(16_000);
  for (const pid of mediaProcesses()) process.kill(pid, 'SIGKILL');
  const ended = await phone.callWhen(id, ({ status }) => status === 'error');
  expect(ended).toMatchObject({ disconnectionReason: 'error_unknown', line: { state: 'ended' } });
  const wav = (await phone.user.inject({ url: ended.recordingUrl ?? '' })).rawPayload;
  expect([wav.subarray(0, 4).toString(), wav.length > 10_000]).toEqual(['RIFF', true]);
  await expect.poll(() => caller.events.map(({ type }) => type)).toContain('CALL_CLOSED');
});
