import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentDraft, makeAgent } from '../../../../testing/call-driver.ts';
import { createPhoneApp, type PhoneApp } from '../../../../testing/phone-app.ts';
import { makeFolder } from '../../../../testing/temporary-folder.ts';
import { type PlayedVendor, playVendor } from '../../voices/testing/played-vendor.ts';
import type { PhoneLine } from '../phone-line.ts';
import { sipOffice } from '../testing/sip-office.ts';
import { SpeakingPhone } from '../testing/speaking-phone.ts';
import { toneFrame } from '../testing/tone-file.ts';

const [port, outsidePort] = [8260, 8360];
const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = hello | when does the shop open | please leave a message after the tone ;
`;
const greeting = 'Good morning, this is the bakery on the market square.';
const long = 'Our bread is baked every night from flour of the valley, with water and salt. '.repeat(6);
/** A sample that is louder is no silence. */
const audible = 400;
const patience = { timeout: 30_000, interval: 20 };

let phone: PhoneApp;
let outside: Awaited<ReturnType<typeof sipOffice>>;
let vendor: PlayedVendor;
let numbers = 0;

beforeAll(async () => {
  vendor = await playVendor();
  vendor.onRequest = (_seen, response) => response.writeHead(500).end('out of order');
  const localSpeechGrammar = join(makeFolder(), 'caller.gram');
  writeFileSync(localSpeechGrammar, grammar);
  phone = await createPhoneApp('sqlite', 'here', {
    ...{ sipPort: port, sipHost: '127.0.0.1', rtpPorts: [port + 10_000, port + 10_199] },
    egressAllow: [`127.0.0.1:${outsidePort}`, vendor.baseUrl.slice('http://'.length)],
    localSpeechGrammar,
  });
  outside = await sipOffice({
    port: outsidePort,
    trunkPorts: [port],
    answer: (call) => answers.get(call.to),
  });
});
afterAll(async () => {
  await outside.close();
  await phone.close();
  await vendor.close();
});

/** What happens to calls at a number there; they are answered when nothing is said. */
const answers = new Map<
  string,
  Awaited<ReturnType<NonNullable<Parameters<typeof sipOffice>[0]['answer']>>>
>();

/** A number of its own, with an agent that has these settings. */
async function number({ agent, llm, settings }: AgentDraft): Promise<string> {
  const agentId = await makeAgent(phone.user, {
    agent: { beginMessageDelayMs: 0, responsiveness: 1, maxCallDurationMs: 300_000, ...agent },
    llm: { beginMode: 'defined', beginMessage: greeting, generalPrompt: 'The shop opens at seven.', ...llm },
    settings: { reminderMaxCount: 0, ...settings },
  });
  numbers += 1;
  const phoneNumber = `+1202555${1000 + numbers}`;
  await phone.addNumber({
    ...{ phoneNumber, provider: 'sip', inboundAgentId: agentId, outboundAgentId: agentId },
    allowedOutboundCountries: ['US'],
    connection: { trunkUri: `127.0.0.1:${outsidePort}`, transport: 'udp' },
  });
  return phoneNumber;
}

/** A person at one end of a SIP line, and what the call has noted at the other. */
interface Called {
  person: SpeakingPhone;
  id: string;
  events(): Promise<LoggedCallEvent[]>;
}
const called = (line: PhoneLine, id: string): Called => ({
  ...{ person: new SpeakingPhone(line), id },
  events: () => phone.events(id),
});

/** Somebody calls the agent. */
async function callIn(draft: AgentDraft): Promise<Called> {
  const to = await number(draft);
  const line = await outside.dial(await outside.addNumber(`+1202556${1000 + numbers}`, port), to);
  await line.answered;
  await expect.poll(async () => (await phone.newestCall())?.toNumber, patience).toBe(to);
  return called(line, (await phone.newestCall()).id);
}
/** The agent calls somebody, who answers. */
async function callOut(draft: AgentDraft): Promise<Called> {
  const from = await number(draft);
  const to = `+1202557${1000 + numbers}`;
  await outside.addNumber(to, port);
  const before = outside.arrived.length;
  const { call } = await phone.place({ fromNumber: from, toNumber: to });
  await expect.poll(() => outside.arrived.length, patience).toBe(before + 1);
  return called(outside.arrived.at(-1) as PhoneLine, call.id);
}
const typed = async (one: Called, type: LoggedCallEvent['type']) =>
  (await one.events()).filter((event) => event.type === type);
const until = (one: Called, type: LoggedCallEvent['type'], count = 1) =>
  expect.poll(async () => (await typed(one, type)).length, patience).toBeGreaterThanOrEqual(count);
/** Milliseconds of what was heard before the first sound; undefined: there was none. */
function soundAt({ person }: Called, fromMs = 0): number | undefined {
  const perMs = (person.line.format?.sampleRate ?? 8000) / 1000;
  const from = Math.floor(fromMs * perMs);
  const at = person.heard.samples.slice(from).findIndex((sample) => Math.abs(sample) > audible);
  return at < 0 ? undefined : (from + at) / perMs;
}
/** How many milliseconds of what was heard are loud, in pieces of 20. */
function spokenMs({ person }: Called): number {
  const size = (person.line.format?.sampleRate ?? 8000) / 50;
  let ms = 0;
  const { samples } = person.heard;
  for (let at = 0; at + size <= samples.length; at += size)
    if (samples.slice(at, at + size).some((sample) => Math.abs(sample) > audible)) ms += 20;
  return ms;
}
const hears = (one: Called, ms: number) => {
  const from = one.person.heardMs;
  return expect.poll(() => one.person.heardMs - from, patience).toBeGreaterThan(ms);
};
/** The greeting has been said to its end. */
async function greeted(draft: AgentDraft): Promise<Called> {
  const one = await callIn(draft);
  await until(one, 'agent-turn');
  await hears(one, 300);
  return one;
}
async function measured<T>(draft: AgentDraft, measure: (one: Called) => T | Promise<T>): Promise<T> {
  const one = await greeted(draft);
  const value = await measure(one);
  await one.person.line.close();
  return value;
}

describe('a setting of an agent, shown on a SIP line', () => {
  it('beginMessageDelayMs (CALL-09): the agent waits before it speaks', async () => {
    const [soon, late] = [
      await measured({}, (one) => soundAt(one) ?? 0),
      await measured({ agent: { beginMessageDelayMs: 2000 } }, (one) => soundAt(one) ?? 0),
    ];
    expect(late - soon).toBeGreaterThan(1200);
  });

  it('volume (SPEECH-17): it speaks more softly', async () => {
    const loudest = ({ person }: Called) =>
      person.heard.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const [full, soft] = [await measured({}, loudest), await measured({ agent: { volume: 0.3 } }, loudest)];
    expect(soft / full).toBeGreaterThan(0.15);
    expect(soft / full).toBeLessThan(0.5);
  });

  it('voiceSpeed (SPEECH-16): it speaks faster', async () => {
    const [usual, fast] = [
      await measured({}, spokenMs),
      await measured({ agent: { voiceSpeed: 2 } }, spokenMs),
    ];
    expect(fast / usual).toBeLessThan(0.75);
  });

  it('beginMode: it waits for the caller, says what is written, or finds its own words', async () => {
    const silent = await callIn({ llm: { beginMode: 'user' } });
    await hears(silent, 1500);
    expect(soundAt(silent)).toBeUndefined();
    await silent.person.speak('when does the shop open');
    await until(silent, 'agent-turn');
    await hears(silent, 300);
    expect(soundAt(silent)).toBeGreaterThan(1500);
    await silent.person.line.close();
    const said = async (one: Called) =>
      (await typed(one, 'agent-turn')).map((event) => ('text' in event ? event.text : ''))[0];
    expect(await measured({}, said)).toBe(greeting);
    const own = await measured({ llm: { beginMode: 'dynamic' } }, said);
    expect([own === greeting, (own ?? '').length > 0]).toEqual([false, true]);
  });

  it('ambientSound, ambientSoundVolume (SP-69): the place is heard while nobody speaks', async () => {
    const rest = async (one: Called) => {
      const from = one.person.heardMs + 200;
      await hears(one, 900);
      return one.person.loudness(from);
    };
    const settings = { ambientSound: 'coffee-shop', ambientSoundVolume: 2 } as const;
    expect(await measured({}, rest)).toBeLessThan(20);
    expect(await measured({ settings }, rest)).toBeGreaterThan(100);
    expect(await measured({ settings: { ...settings, ambientSoundVolume: 0 } }, rest)).toBeLessThan(20);
  });

  it.each([
    [1, 1],
    [0, 0],
  ])(
    'interruptionSensitivity %d (CALL-12): a caller who speaks interrupts %d times',
    async (sensitivity, times) => {
      const one = await callIn({
        agent: { interruptionSensitivity: sensitivity },
        llm: { beginMessage: long },
      });
      await until(one, 'agent-speech-start');
      await hears(one, 1000);
      await one.person.speak('when does the shop open');
      await hears(one, 500);
      expect(await typed(one, 'agent-interrupted')).toHaveLength(times);
      // Whether it is silent, or speaks on.
      const from = one.person.heardMs;
      await hears(one, 300);
      if (times === 0) expect(soundAt(one, from)).toBeDefined();
      await one.person.line.close();
    },
  );

  it('responsiveness: it answers sooner', async () => {
    const wait = async (one: Called) => {
      await one.person.speak('when does the shop open');
      await until(one, 'agent-turn', 2);
      const [turn] = (await typed(one, 'agent-turn')).slice(1);
      return turn?.type === 'agent-turn' ? (turn.times.endpointMs ?? 0) : 0;
    };
    const quick = await measured({ agent: { responsiveness: 1 } }, wait);
    const slow = await measured({ agent: { responsiveness: 0 } }, wait);
    expect(slow).toBeGreaterThan(quick + 100);
  });

  it('reminderTriggerMs, reminderMaxCount (SP-69): a silent caller is reminded, and no more often', async () => {
    const one = await greeted({ settings: { reminderTriggerMs: 1000, reminderMaxCount: 1 } });
    const from = one.person.heardMs;
    await until(one, 'agent-turn', 2);
    await hears(one, 2500);
    expect(soundAt(one, from)).toBeDefined();
    expect(await typed(one, 'agent-turn')).toHaveLength(2);
    await one.person.line.close();
    const never = await greeted({ settings: { reminderTriggerMs: 1000, reminderMaxCount: 0 } });
    const rest = never.person.heardMs;
    await hears(never, 2500);
    expect(soundAt(never, rest)).toBeUndefined();
    await never.person.line.close();
  });

  it('endCallAfterSilenceMs (CALL-07) and maxCallDurationMs (CALL-08): the line is hung up', {
    timeout: 60_000,
  }, async () => {
    const [silent, longest] = [
      await greeted({ agent: { endCallAfterSilenceMs: 10_000 } }),
      await greeted({ agent: { maxCallDurationMs: 6000, endCallAfterSilenceMs: 60_000 } }),
    ];
    expect(await longest.person.line.ended).toBe('user_hangup');
    expect(await silent.person.line.ended).toBe('user_hangup');
    const over = (id: string) => phone.callWhen(id, ({ status }) => status === 'ended');
    const [one, two] = [await over(silent.id), await over(longest.id)];
    expect([one.disconnectionReason, two.disconnectionReason]).toEqual([
      'inactivity',
      'max_duration_reached',
    ]);
    expect(one.durationMs).toBeGreaterThan(10_000);
    expect(two.durationMs).toBeLessThan(8000);
  });

  it('allowUserDtmf, userDtmfOptions: keys are heard as a number, or not at all', async () => {
    const keys = async (one: Called) => {
      one.person.line.press?.('1234*');
      await hears(one, 2500);
      return (await one.events()).flatMap((event) => (event.type === 'keypad-press' ? event.digits : []));
    };
    const userDtmfOptions = { digitLimit: 3, terminationKey: '*', timeoutMs: 15_000 };
    expect(await measured({ settings: { userDtmfOptions } }, keys)).toEqual(['123', '4']);
    expect(await measured({ settings: { allowUserDtmf: false } }, keys)).toEqual([]);
  });

  it('fallbackVoiceIds (SP-80): a voice that fails is replaced, and heard', async () => {
    await phone.addSecret('openAIApi', { openAIApiKey: 'k', basePath: vendor.baseUrl });
    const one = await greeted({
      agent: { voiceId: 'openai-Alloy' },
      settings: { fallbackVoiceIds: ['11labs-Adrian'] },
    });
    expect(await typed(one, 'voice-fallback')).toHaveLength(1);
    expect(spokenMs(one)).toBeGreaterThan(1000);
    await one.person.line.close();
  });

  it('ringDurationMs (CALL-10): it rings no longer', async () => {
    const from = await number({ settings: { ringDurationMs: 5000 } });
    const to = '+12025580001';
    await outside.addNumber(to, port);
    answers.set(to, { action: 'answer', callId: 'x', begin: async () => {}, drop: async () => {} });
    const ringing = Promise.withResolvers<never>();
    answers.set(to, ringing.promise as never);
    const startedAt = performance.now();
    const { call } = await phone.place({ fromNumber: from, toNumber: to });
    const ended = await phone.callWhen(
      call.id,
      ({ status }) => status !== 'registered' && status !== 'ongoing',
    );
    expect(ended.disconnectionReason).toBe('dial_no_answer');
    const ms = performance.now() - startedAt;
    expect(ms).toBeGreaterThan(4500);
    expect(ms).toBeLessThan(15_000);
    ringing.reject(new Error('Nobody is there.'));
  });

  it('enableVoicemailDetection, voicemailOption (CALL-01, CALL-04): a mailbox is hung up on, told a message, or spoken with', {
    timeout: 120_000,
  }, async () => {
    const leave = async (draft: AgentDraft) => {
      const one = await callOut({ llm: { beginMode: 'user' }, ...draft });
      await one.person.speak('please leave a message after the tone');
      const format = one.person.line.format ?? { sampleRate: 8000 };
      for (let index = 0; index < 25; index += 1)
        one.person.line.play({ format, samples: toneFrame(1000, index, format.sampleRate) });
      return one;
    };
    const gone = await leave({ settings: { voicemailOption: { action: 'hangup', text: '' } } });
    expect(await gone.person.line.ended).toBe('user_hangup');
    const text = 'Doctor Miller has called.';
    const told = await leave({ settings: { voicemailOption: { action: 'static_text', text } } });
    expect(await told.person.line.ended).toBe('user_hangup');
    expect(spokenMs(told)).toBeGreaterThan(800);
    const over = (id: string) => phone.callWhen(id, ({ status }) => status === 'ended');
    const [first, second] = [await over(gone.id), await over(told.id)];
    expect([first.disconnectionReason, second.disconnectionReason]).toEqual([
      'voicemail_reached',
      'voicemail_reached',
    ]);
    // The words of the mailbox may be recognized after its tone.
    expect(second.transcript.filter(({ role }) => role === 'agent')).toMatchObject([{ content: text }]);
    const off = await leave({ agent: { enableVoicemailDetection: false } });
    await until(off, 'agent-turn');
    expect((await phone.call(off.id)).status).toBe('ongoing');
    await off.person.line.close();
  });
});
