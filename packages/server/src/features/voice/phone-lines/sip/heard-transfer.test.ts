import { listCalls } from '@tendril/contract/api/calls';
import { createCredential } from '@tendril/contract/api/credentials';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { makeAgent } from '../../../../testing/call-driver.ts';
import { callPlaces, createPhoneApp, type PhoneApp } from '../../../../testing/phone-app.ts';
import { toRetellCall } from '../../voice-webhooks/public.ts';
import { type PlayedVendor, playVendor } from '../../voices/testing/played-vendor.ts';
import type { PhoneLine } from '../phone-line.ts';
import { listenTo, sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { toneFrame } from '../testing/tone-file.ts';

const third = '+12025550155';
const [callerHertz, targetHertz] = [440, 660];
const spoken: Readonly<Record<number, string>> = { 440: 'My order is late.', 660: 'I will look into it.' };
const patience = { timeout: 30_000, interval: 20 };

/** Hears who speaks by how high they do; Deepgram's protocol. */
function hear(socket: WebSocket, { url = '' }: { url?: string }, isBroken: () => boolean): void {
  if (isBroken()) {
    socket.close(1011, 'out of order');
    return;
  }
  const rate = Number(new URL(url, 'http://vendor').searchParams.get('sample_rate'));
  let [heard, crossings, last, samples] = [0, 0, 0, 0];
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      for (let at = 0; at + 1 < data.length; at += 2) {
        const sample = data.readInt16LE(at);
        samples += 1;
        if (Math.abs(sample) < 600) continue;
        heard += 1;
        if (Math.sign(sample) !== Math.sign(last)) crossings += 1;
        last = sample;
      }
      return;
    }
    if (!String(data).includes('Finalize')) return;
    const hertz = (crossings / Math.max(1, heard)) * (rate / 2);
    const transcript = heard < rate / 20 ? '' : (spoken[hertz < 560 ? 440 : 660] ?? '');
    const words = transcript === '' ? [] : [{ word: 'word', start: 0.3, end: 0.6 }];
    const duration = samples / rate;
    [heard, crossings] = [0, 0];
    const channel = { alternatives: [{ transcript, words }] };
    socket.send(
      JSON.stringify({ type: 'Results', start: 0, duration, is_final: true, from_finalize: true, channel }),
    );
  });
}

/** A custom LLM that transfers every caller who says anything. */
function transferAll(socket: WebSocket): void {
  const answer = (response_id: number, more: object = {}) =>
    socket.send(
      JSON.stringify({
        response_type: 'response',
        response_id,
        content: '',
        content_complete: true,
        ...more,
      }),
    );
  answer(0);
  socket.on('message', (data) => {
    const { interaction_type: type, response_id: id } = JSON.parse(String(data));
    if (type === 'response_required') answer(id, { transfer_number: third });
  });
}

/** One of two people: speaks at a pitch of their own. */
class Person {
  readonly line: PhoneLine;
  readonly heard: ReturnType<typeof listenTo>;
  readonly #hertz: number;

  constructor(line: PhoneLine, hertz: number) {
    this.line = line;
    this.#hertz = hertz;
    this.heard = listenTo(line);
  }

  /** All of it is on its way at once, and goes out by the line's clock. */
  speak(ms: number): void {
    const format = this.line.format ?? { sampleRate: 8000 };
    for (let index = 0; index < ms / 20; index += 1)
      this.line.play({ format, samples: toneFrame(this.#hertz, index, format.sampleRate) });
  }
}

describe.each(callPlaces)('after a transfer on our own SIP lines, their sound %s,', (place) => {
  let port: number;
  let outsidePort: number;
  let phone: PhoneApp;
  let outside: Awaited<ReturnType<typeof sipOffice>>;
  let vendor: PlayedVendor;
  let isBroken = false;
  let numbers = 0;

  beforeAll(async () => {
    port = await claimSipPort();
    outsidePort = await claimSipPort();
    vendor = await playVendor();
    vendor.onSocket = (socket, request) => {
      socket.on('error', () => {});
      if (request.url?.startsWith('/llm')) transferAll(socket);
      else hear(socket, request as { url?: string }, () => isBroken);
    };
    phone = await createPhoneApp('sqlite', place, {
      ...{ sipPort: port, sipHost: '127.0.0.1', rtpPorts: [port + 10_000, port + 10_199] },
      egressAllow: [`127.0.0.1:${outsidePort}`, vendor.baseUrl.slice('http://'.length)],
    });
    const payload = {
      ...{ name: 'Key', credentialName: 'deepgramApi' },
      plainDataObj: { deepgramApiKey: 'k', baseUrl: vendor.baseUrl },
    };
    await phone.user.inject({ method: 'POST', url: createCredential.path, payload });
    outside = await sipOffice({ port: outsidePort, trunkPorts: [port] });
    await outside.addNumber(third, port);
  });
  afterAll(async () => {
    await outside.close();
    await phone.close();
    await vendor.close();
  });

  /** Somebody calls an agent, which transfers them at once. */
  async function transferred(settings: object = {}, beforeTransfer = () => {}) {
    isBroken = false;
    const agentId = await makeAgent(phone.user, {
      agent: { beginMessageDelayMs: 0, responsiveness: 1, endCallAfterSilenceMs: 10_000 },
      llm: { beginMode: 'user' },
      settings: {
        reminderMaxCount: 0,
        brain: { type: 'custom-llm', url: `${vendor.baseUrl.replace('http', 'ws')}/llm` },
        ...settings,
      },
    });
    numbers += 1;
    const phoneNumber = `+1202555${1000 + numbers}`;
    await phone.addNumber({
      ...{ phoneNumber, provider: 'sip', inboundAgentId: agentId, allowedOutboundCountries: ['US'] },
      connection: { trunkUri: `127.0.0.1:${outsidePort}`, transport: 'udp' },
    });
    const before = outside.arrived.length;
    const line = await outside.dial(await outside.addNumber(`+1202556${1000 + numbers}`, port), phoneNumber);
    await line.answered;
    const caller = new Person(line, callerHertz);
    await expect.poll(async () => (await phone.newestCall())?.toNumber, patience).toBe(phoneNumber);
    const { id } = await phone.newestCall();
    await expect.poll(() => phone.events(id), patience).not.toEqual([]);
    await pause(800);
    beforeTransfer();
    caller.speak(700);
    await expect.poll(() => outside.arrived.length, patience).toBe(before + 1);
    const target = new Person(outside.arrived.at(-1) as PhoneLine, targetHertz);
    await typed(id, 'transfer');
    await pause(600);
    return { id, caller, target };
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const typed = async (id: string, type: LoggedCallEvent['type'], count = 1) => {
    const found = async () => (await phone.events(id)).filter((event) => event.type === type);
    await expect.poll(async () => (await found()).length, patience).toBeGreaterThanOrEqual(count);
    return found();
  };
  const over = (id: string) => phone.callWhen(id, ({ endedAt }) => endedAt !== null);

  it('both go on to be written down and recorded, until one of them hangs up', async () => {
    const { id, caller, target } = await transferred();
    for (let round = 1; round <= 3; round += 1) {
      caller.speak(700);
      target.speak(700);
      await typed(id, 'transfer-target-turn', round);
      await typed(id, 'user-turn', round + 1);
      await pause(300);
    }
    expect((await phone.call(id)).status).toBe('ongoing');
    await target.line.close();
    expect(await caller.line.ended).toBe('user_hangup');
    const call = await over(id);
    expect(call.disconnectionReason).toBe('call_transfer');
    expect(call.status).toBe('ended');
    const events = await phone.events(id);
    const transfer = events.find(({ type }) => type === 'transfer');
    expect(Math.abs(call.durationMs - (transfer?.offsetMs ?? 0))).toBeLessThan(1000);
    const seq = transfer?.seq ?? 0;
    expect(events.filter((one) => one.type === 'turn-start' && one.seq > seq)).toEqual([]);
    expect(events.filter(({ type }) => type === 'call-error')).toEqual([]);
    const said = call.transcript.map(({ role, content }) => `${role}: ${content}`);
    expect(said[0]).toBe('user: My order is late.');
    expect(new Set(said.slice(1))).toEqual(
      new Set(['user: My order is late.', 'transfer_target: I will look into it.']),
    );
    // In the shape of Retell's answer.
    const retell = toRetellCall(call);
    expect(retell['transcript']).toContain('Transfer Target: I will look into it.');
    expect(retell['transcript_object']).toContainEqual(
      expect.objectContaining({ role: 'transfer_target', content: 'I will look into it.' }),
    );
    expect(retell['transfer_end_timestamp']).toBe(call.endedAt);
    const found = (
      await phone.user.inject({ url: `${listCalls.path}?said=${encodeURIComponent('look into')}` })
    ).json();
    expect(found.data.map((one: { id: string }) => one.id)).toContain(id);
    const wav = (await phone.user.inject({ url: call.recordingUrl ?? '' })).rawPayload;
    const skews = skewsMs(wav);
    expect(skews.length).toBe(3);
    // None on a machine that keeps up; on one that does not, senders skip what they had no time for.
    expect(skews.toSorted((one, other) => one - other)[1]).toBeLessThanOrEqual(60);
  });

  it('a caller who hangs up in the middle of words ends it for both, and the words are there', async () => {
    const { id, caller, target } = await transferred();
    caller.speak(1800);
    await pause(1000);
    await caller.line.close();
    expect(await target.line.ended).toBe('user_hangup');
    const call = await over(id);
    expect(call.disconnectionReason).toBe('call_transfer');
    expect(call.transcript.at(-1)).toMatchObject({ role: 'user', content: 'My order is late.' });
  });

  it('a recognizer that fails keeps nobody from talking: another one takes over, or the trace says so', async () => {
    const { id, caller, target } = await transferred({}, () => {
      isBroken = true;
    });
    const heard = target.heard.samples.length;
    caller.speak(700);
    await expect
      .poll(() => target.heard.samples.slice(heard).some((sample) => Math.abs(sample) > 2000), patience)
      .toBe(true);
    const noted = ({ type, offsetMs }: LoggedCallEvent, from: number) =>
      offsetMs > from && (type === 'user-turn' || type === 'call-error');
    const [transfer] = await typed(id, 'transfer');
    await expect
      .poll(async () => (await phone.events(id)).some((one) => noted(one, transfer?.offsetMs ?? 0)), patience)
      .toBe(true);
    expect((await phone.call(id)).status).toBe('ongoing');
    await target.line.close();
    expect((await over(id)).disconnectionReason).toBe('call_transfer');
  });

  it('of an agent that stores nothing, nobody listens: the call is over at the transfer, and both talk on', async () => {
    const { id, caller, target } = await transferred({ optOutSensitiveDataStorage: true });
    const call = await over(id);
    expect([call.disconnectionReason, call.recordingUrl]).toEqual(['call_transfer', null]);
    const heard = target.heard.samples.length;
    caller.speak(700);
    await expect
      .poll(() => target.heard.samples.slice(heard).some((sample) => Math.abs(sample) > 2000), patience)
      .toBe(true);
    expect((await phone.events(id)).filter(({ type }) => type === 'transfer-target-turn')).toEqual([]);
    await target.line.close();
    expect(await caller.line.ended).toBe('user_hangup');
  });
});

/** How far apart the beginnings of what both said at the same moments are in a recording. */
function skewsMs(wav: Buffer): number[] {
  const rate = wav.readUInt32LE(24);
  const begins = ([0, 1] as const).map((side) => {
    const found: number[] = [];
    let silent = rate;
    for (let at = 0; 44 + at * 4 + 3 < wav.length; at += 1) {
      const isLoud = Math.abs(wav.readInt16LE(44 + at * 4 + side * 2)) > 400;
      if (isLoud && silent > rate / 5) found.push((at / rate) * 1000);
      silent = isLoud ? 0 : silent + 1;
    }
    return found;
  });
  const [caller = [], target = []] = begins;
  return target.map((at) => Math.min(...caller.map((other) => Math.abs(other - at))));
}
