import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../../testing/call-driver.ts';
import { callPlaces, createPhoneApp, type PhoneApp } from '../../../../testing/phone-app.ts';
import { Baresip } from '../testing/baresip.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { shareOfTone } from '../testing/tone-file.ts';

const port = await claimSipPort();
const trunkPort = await claimSipPort();
const ours = '+12025550123';
const theirs = '+12025550199';
const toneHz = 440;
const long =
  'Our bread is baked every night from flour of the valley, with water of the spring and a little salt, and it rests ' +
  'for a whole day before it goes into the oven, where it stays until the crust is brown.';
/** Not loud enough to be a voice. */
const quiet = 500;
const loudOf = (samples: Int16Array) => samples.filter((sample) => Math.abs(sample) > quiet).length;

/** Every other sample of the caller's side of a stereo recording of 16,000 a second. */
function callerSideOf(wav: Buffer): Int16Array {
  return Int16Array.from({ length: Math.floor((wav.length - 44) / 8) }, (_, index) =>
    wav.readInt16LE(44 + 8 * index),
  );
}

describe.each(callPlaces)('a telephone that speaks Opus alone, its sound %s', (place) => {
  let phone: PhoneApp;
  let caller: Baresip;
  const open = async (answers = false) => {
    caller = new Baresip({ port: trunkPort, user: theirs, toneHz, codec: 'opus', answers });
    await expect
      .poll(() => caller.isReady, { message: `baresip: ${caller.log}`, timeout: 10_000 })
      .toBe(true);
  };
  /** The other side is recorded with its whole band. */
  const expectWide = async (url: string | null) => {
    const wav = (await phone.user.inject({ url: url ?? '' })).rawPayload;
    expect(wav.readUInt32LE(24)).toBe(16_000);
    const heard = callerSideOf(wav);
    const start = heard.findIndex((sample) => Math.abs(sample) > quiet) + 2000;
    expect(shareOfTone(heard.subarray(start, start + 4000), toneHz)).toBeGreaterThan(0.9);
  };

  beforeEach(async () => {
    phone = await createPhoneApp('sqlite', place, {
      ...{ sipPort: port, sipHost: '127.0.0.1', rtpPorts: [port + 10_000, port + 10_199] },
      egressAllow: [`127.0.0.1:${trunkPort}`],
    });
    const agentId = await makeAgent(phone.user, {
      agent: { beginMessageDelayMs: 0, interruptionSensitivity: 0 },
      llm: { beginMode: 'defined', beginMessage: long },
    });
    const connection = { trunkUri: `127.0.0.1:${trunkPort}`, transport: 'udp' };
    await phone.addNumber({
      ...{ phoneNumber: ours, provider: 'sip', connection },
      ...{ inboundAgentId: agentId, outboundAgentId: agentId, allowedOutboundCountries: ['US'] },
    });
  });
  afterEach(async () => {
    await caller.close();
    await phone.close();
  });

  it('hears the agent, is heard at 16,000 samples a second, and presses keys', {
    timeout: 120_000,
  }, async () => {
    await open();
    caller.command('dial', `sip:${ours}@127.0.0.1:${port}`);
    await expect.poll(() => loudOf(caller.heard()), { timeout: 60_000 }).toBeGreaterThan(16_000);
    expect(caller.log).toMatch(/opus/i);
    const { id } = await phone.newestCall();
    caller.command('sndcode', '4');
    caller.command('sndcode', '\u0004');
    caller.command('sndcode', '#');
    caller.command('sndcode', '\u0004');
    await phone.callWhen(id, ({ transcript }) => transcript.some(({ content }) => content === '[DTMF] 4'));
    caller.command('hangup');
    const ended = await phone.callWhen(id, ({ status }) => status === 'ended');
    await expectWide(ended.recordingUrl);
  });

  it('is called, hears the agent and is heard at 16,000 samples a second', { timeout: 120_000 }, async () => {
    await open(true);
    const { call } = await phone.place({ fromNumber: ours, toNumber: theirs });
    await expect.poll(() => loudOf(caller.heard()), { timeout: 60_000 }).toBeGreaterThan(16_000);
    caller.command('hangup');
    const ended = await phone.callWhen(call.id, ({ status }) => status === 'ended');
    await expectWide(ended.recordingUrl);
  });
});
