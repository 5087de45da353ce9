import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../../../testing/temporary-folder.ts';
import { createMediaProcess } from '../../calls/public.ts';
import type { PhoneLine } from '../phone-line.ts';
import { Baresip } from '../testing/baresip.ts';
import { listenTo, sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { shareOfTone, toneFrame } from '../testing/tone-file.ts';

const port = await claimSipPort();
const phonePort = await claimSipPort();
const secondPort = await claimSipPort();
const outsidePort = await claimSipPort();
const number = '+12025550123';
const other = '+12025550199';
const third = '+12025550155';
const tail = (samples: readonly number[] | Int16Array) => Int16Array.from(samples.slice(-8000));
const secondsOf = (samples: readonly number[] | Int16Array) =>
  Array.from({ length: Math.floor(samples.length / 8000) }, (_, at) =>
    Int16Array.from(samples.slice(at * 8000, (at + 1) * 8000)),
  );
/** Words of four seconds. */
const words = {
  format: { sampleRate: 8000 },
  samples: Int16Array.from(Array.from({ length: 200 }, (_, index) => [...toneFrame(880, index)]).flat()),
};
const speak = (line: PhoneLine, hertz: number) => {
  let index = 0;
  const format = line.format ?? { sampleRate: 8000 };
  const timer = setInterval(() => {
    line.play({ format, samples: toneFrame(hertz, index, format.sampleRate) });
    index += 1;
  }, 20);
  line.ended.finally(() => clearInterval(timer)).catch(() => undefined);
};

const media = createMediaProcess({
  log: pino({ level: 'silent' }),
  codeCache: makeFolder(),
  onLate: () => {},
});
afterAll(() => media.close());

describe('with a real telephone', () => {
  let office: Awaited<ReturnType<typeof sipOffice>>;
  const phones: Baresip[] = [];

  async function phone(options: ConstructorParameters<typeof Baresip>[0]): Promise<Baresip> {
    const made = new Baresip(options);
    phones.push(made);
    await expect.poll(() => made.isReady, { message: `baresip: ${made.log}` }).toBe(true);
    return made;
  }

  beforeEach(async () => {
    office = await sipOffice({ port, trunkPorts: [phonePort, secondPort] });
  });
  afterEach(async () => {
    await office.close();
    for (const one of phones.splice(0)) await one.close();
  });

  it('a call from it is answered, heard both ways, takes keys both ways and ends with it', async () => {
    await office.addNumber(number, phonePort);
    const caller = await phone({ port: phonePort, user: other, toneHz: 440 });
    caller.command('dial', `sip:${number}@127.0.0.1:${port}`);
    await expect.poll(() => office.arrived.length, { message: caller.log }).toBe(1);
    expect(office.offers[0]).toMatchObject({ kind: 'sip', to: number, from: other });
    const [line] = office.arrived;
    if (!line) throw new Error('No line.');
    const heard = listenTo(line);
    speak(line, 880);
    await expect.poll(() => heard.samples.length).toBeGreaterThan(16_000);
    expect(shareOfTone(tail(heard.samples), 440)).toBeGreaterThan(0.8);
    caller.command('sndcode', '5');
    caller.command('sndcode', '\u0004');
    await expect.poll(() => heard.digits.join('')).toContain('5');
    line.press?.('7#');
    await expect
      .poll(() => caller.events.filter(({ type }) => type === 'CALL_DTMF_START').map(({ param }) => param))
      .toEqual(['7', '#']);
    await expect.poll(() => shareOfTone(tail(caller.heard()), 880)).toBeGreaterThan(0.8);
    expect(line.playedMs()).toBeGreaterThan(1000);
    caller.command('hangup');
    expect(await line.ended).toBe('user_hangup');
    await expect.poll(() => heard.isOver).toBe(true);
    await expect.poll(() => office.lines.active).toBe(0);
  });

  it('a call to it rings, is answered, is held and ended by us', async () => {
    const own = await office.addNumber(number, phonePort);
    const callee = await phone({ port: phonePort, user: other, toneHz: 440, answers: true });
    const line = await office.dial(own, other);
    const states: string[] = [];
    line.onState((state) => states.push(state));
    await line.answered;
    const heard = listenTo(line);
    await expect.poll(() => heard.samples.length).toBeGreaterThan(8000);
    await line.hold?.(true);
    await line.hold?.(false);
    const before = heard.samples.length;
    await expect.poll(() => heard.samples.length).toBeGreaterThan(before + 4000);
    await line.close();
    expect(await line.ended).toBe('user_hangup');
    await expect.poll(() => callee.events.map(({ type }) => type)).toContain('CALL_CLOSED');
    expect(states).toEqual(expect.arrayContaining(['answered', 'on-hold', 'ended']));
  });

  it('a telephone that holds the call is waited for, and heard again', async () => {
    await office.addNumber(number, phonePort);
    const caller = await phone({ port: phonePort, user: other, toneHz: 440 });
    caller.command('dial', `sip:${number}@127.0.0.1:${port}`);
    await expect.poll(() => office.arrived.length).toBe(1);
    const line = office.arrived[0] as PhoneLine;
    const heard = listenTo(line);
    await expect.poll(() => heard.samples.length).toBeGreaterThan(4000);
    caller.command('hold');
    await expect.poll(() => line.state, { message: caller.log }).toBe('on-hold');
    caller.command('resume');
    await expect.poll(() => line.state, { message: caller.log }).toBe('answered');
    const before = heard.samples.length;
    await expect.poll(() => heard.samples.length).toBeGreaterThan(before + 4000);
    caller.command('hangup');
    expect(await line.ended).toBe('user_hangup');
  });

  it('a caller is referred to another telephone, and talks to it without us', async () => {
    await office.addNumber(number, secondPort);
    const second = await phone({ port: secondPort, user: third, toneHz: 660, answers: true });
    const caller = await phone({ port: phonePort, user: other, toneHz: 440 });
    caller.command('dial', `sip:${number}@127.0.0.1:${port}`);
    await expect.poll(() => office.arrived.length).toBe(1);
    const line = office.arrived[0] as PhoneLine;
    listenTo(line);
    await line.transfer?.({ number: third, kind: 'cold', displayedNumber: 'agent' });
    expect(await line.ended).toBe('call_transfer');
    await expect.poll(() => shareOfTone(tail(caller.heard()), 660)).toBeGreaterThan(0.8);
    await expect.poll(() => shareOfTone(tail(second.heard()), 440)).toBeGreaterThan(0.8);
    expect(office.lines.active).toBe(0);
  });

  // The caller is of our own kind, which refers nobody: a cold transfer is then made of two calls, as a warm one is.
  it.each([
    ['cold', 'here'],
    ['warm', 'here'],
    ['cold', 'apart'],
    ['warm', 'apart'],
  ] as const)(
    'a caller is put through to another telephone (%s), heard both ways (their sound %s)',
    async (kind, place) => {
      if (place === 'apart') {
        await office.close();
        office = await sipOffice({ port, trunkPorts: [phonePort, secondPort], media });
      }
      const outside = await sipOffice({ port: outsidePort, trunkPorts: [port] });
      try {
        await office.addNumber(number, secondPort);
        const second = await phone({ port: secondPort, user: third, toneHz: 660, answers: true });
        const caller = await outside.dial(await outside.addNumber(other, port), number);
        await caller.answered;
        const rate = caller.format?.sampleRate;
        const heard = listenTo(caller);
        speak(caller, 440);
        const line = office.arrived[0] as PhoneLine;
        listenTo(line);
        const handoff = { text: 'A caller.', language: 'en-US', sound: words };
        const connected = await line.transfer?.({
          number: third,
          kind,
          displayedNumber: 'transferee',
          handoff,
        });
        expect(connected).toBeDefined();
        // All of it, for the one who takes over alone, before the caller hears them.
        const said = secondsOf(second.heard()).filter((one) => shareOfTone(one, 880) > 0.8);
        expect(said.length >= 2).toBe(kind === 'warm');
        expect(secondsOf(heard.samples).filter((one) => shareOfTone(one, 880, rate) > 0.5)).toEqual([]);
        await line.close();
        await expect.poll(() => shareOfTone(tail(heard.samples), 660, rate)).toBeGreaterThan(0.8);
        await expect.poll(() => shareOfTone(tail(second.heard()), 440)).toBeGreaterThan(0.8);
        expect(office.lines.active).toBe(2);
        caller.press?.('4');
        await expect.poll(() => second.events.map(({ param }) => param)).toContain('4');
        await caller.close();
        expect(await line.ended).toBe('call_transfer');
        await expect.poll(() => second.events.map(({ type }) => type)).toContain('CALL_CLOSED');
        await expect.poll(() => office.lines.active).toBe(0);
      } finally {
        await outside.close();
      }
    },
  );

  it('a call is refused, or nobody there, in the words of calls', async () => {
    const own = await office.addNumber(number, phonePort);
    const callee = await phone({ port: phonePort, user: other, toneHz: 440 });
    const rejected = await office.dial(own, other);
    await expect.poll(() => callee.events.map(({ type }) => type)).toContain('CALL_INCOMING');
    callee.command('hangup');
    expect(await rejected.ended).toMatch(/^(dial_busy|user_declined|dial_no_answer)$/);
    const unanswered = await office.dial(own, other, { ringMs: 1500 });
    expect(await unanswered.ended).toBe('dial_no_answer');
    await expect.poll(() => office.lines.active).toBe(0);
  });
});
