import { readPhoneNumber } from '@tendril/contract/voice/phone-number';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PhoneLine } from '../phone-line.ts';
import { Baresip } from '../testing/baresip.ts';
import { listenTo, sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { attendedTransfer, replacedCallee, runSipp } from '../testing/sipp.ts';
import { shareOfTone, toneFrame } from '../testing/tone-file.ts';
import { permittedNumber } from './referral-rules.ts';
import type { SipTrunk } from './sip-trunk.ts';

const port = await claimSipPort();
const callerPort = await claimSipPort();
const trunkPort = await claimSipPort();
const number = '+12025550123';
const other = '+12025550199';
const third = '+12025550155';
const tail = (samples: readonly number[] | Int16Array) => Int16Array.from(samples.slice(-8000));

describe('a telephone that sends its call on to another one', () => {
  let office: Awaited<ReturnType<typeof sipOffice>>;
  const phones: Baresip[] = [];

  async function phone(options: ConstructorParameters<typeof Baresip>[0]): Promise<Baresip> {
    const made = new Baresip(options);
    phones.push(made);
    await expect.poll(() => made.isReady, { message: `baresip: ${made.log}` }).toBe(true);
    return made;
  }

  beforeEach(async () => {
    office = await sipOffice({ port, trunkPorts: [callerPort, trunkPort] });
  });
  afterEach(async () => {
    await office.close();
    for (const one of phones.splice(0)) await one.close();
  });

  /** A call from a telephone to ours, which it then sends on to a number. */
  async function sendOn(to: string, connection: object) {
    await office.addNumber(number, trunkPort, connection);
    const second = await phone({ port: trunkPort, user: third, toneHz: 660, answers: true });
    const caller = await phone({ port: callerPort, user: other, toneHz: 440 });
    caller.command('dial', `sip:${number}@127.0.0.1:${port}`);
    await expect.poll(() => office.arrived.length, { message: caller.log }).toBe(1);
    const line = office.arrived[0] as PhoneLine;
    const heard = listenTo(line);
    const states: string[] = [];
    line.onState((state) => states.push(state));
    let index = 0;
    const timer = setInterval(() => {
      line.play({ format: { sampleRate: 8000 }, samples: toneFrame(880, index) });
      index += 1;
    }, 20);
    line.ended.finally(() => clearInterval(timer)).catch(() => undefined);
    await expect.poll(() => heard.samples.length).toBeGreaterThan(8000);
    caller.command('transfer', `sip:${to}@192.0.2.99`);
    return { caller, second, line, heard, states };
  }

  it('goes on with the one who answers there, in the same conversation, where its trunk allows that', async () => {
    const { caller, second, line, heard, states } = await sendOn(third, { followsTransfers: true });
    await expect
      .poll(() => second.events.map(({ type }) => type), { message: caller.log })
      .toContain('CALL_ESTABLISHED');
    await expect.poll(() => caller.events.map(({ type }) => type)).toContain('CALL_CLOSED');
    await expect.poll(() => shareOfTone(tail(heard.samples), 660)).toBeGreaterThan(0.8);
    await expect.poll(() => shareOfTone(tail(second.heard()), 880)).toBeGreaterThan(0.8);
    // It may hold the call before it sends it on.
    expect(states.filter((state) => state !== 'on-hold')).toEqual(['transferring', 'answered']);
    expect([heard.isOver, office.lines.active]).toEqual([false, 1]);
    second.command('sndcode', '5');
    await expect.poll(() => heard.digits.join('')).toContain('5');
    second.command('hangup');
    expect(await line.ended).toBe('user_hangup');
    await expect.poll(() => office.lines.active).toBe(0);
  });

  it('and has asked there first has the agent take its place in that very call', {
    timeout: 60_000,
  }, async () => {
    await office.addNumber(number, trunkPort, { followsTransfers: true });
    const replaces = 'asked-before@192.0.2.9;to-tag=x1;from-tag=y2';
    const callee = runSipp({
      ...{ scenario: replacedCallee(replaces), port: trunkPort, calls: 1, echoes: true },
    });
    const caller = runSipp({
      ...{ scenario: attendedTransfer(third, replaces), port: callerPort, calls: 1 },
      target: { port, service: number },
    });
    await expect.poll(() => office.arrived.length).toBe(1);
    const line = office.arrived[0] as PhoneLine;
    const heard = listenTo(line);
    let index = 0;
    const timer = setInterval(() => {
      line.play({ format: { sampleRate: 8000 }, samples: toneFrame(880, index) });
      index += 1;
    }, 20);
    line.ended.finally(() => clearInterval(timer)).catch(() => undefined);
    // Told of both steps, and left.
    expect(await caller.done).toMatchObject({ code: 0 });
    const before = heard.samples.length;
    await expect.poll(() => heard.samples.length).toBeGreaterThan(before + 16_000);
    expect(shareOfTone(tail(heard.samples), 880)).toBeGreaterThan(0.8);
    expect([heard.isOver, office.lines.active]).toEqual([false, 1]);
    await line.close();
    expect(await callee.done).toMatchObject({ code: 0 });
  });

  it.each([
    ['which its trunk does not allow', third, {}],
    ['of a premium number', '+19005550123', { followsTransfers: true }],
  ])('ATK: %s, is refused, and calls nobody', async (_what, to, connection) => {
    const { caller, second, line, states } = await sendOn(to, connection);
    await expect
      .poll(() => caller.events.map(({ type }) => type), { message: caller.log })
      .toContain('TRANSFER_FAILED');
    expect(caller.log).toContain('transfer failed: 603');
    // This telephone hangs up then; nobody else was called.
    expect(await line.ended).toBe('user_hangup');
    expect([states.includes('transferring'), second.events]).toEqual([false, []]);
  });
});

describe('where a call may be sent on to', () => {
  const trunk = (changes: object = {}, rules: object = {}) =>
    ({
      scope: { workspaceId: 'w' },
      number: readPhoneNumber({
        ...{ id: 'n', phoneNumber: number, provider: 'sip' },
        connection: { trunkUri: '203.0.113.7', followsTransfers: true, ...changes },
        ...rules,
      }),
    }) as SipTrunk;
  const asked = (user: string) => ({ target: { user, replaces: undefined }, address: '203.0.113.7' });
  const rules = { trunk: trunk(), isSource: (from: string) => from === '203.0.113.7', doNotCall: undefined };

  it('is every number that ours may call, written with its country', async () => {
    expect(await permittedNumber(asked(third), rules)).toBe(third);
    expect(await permittedNumber(asked(`00${third.slice(1)}`), rules)).toBe(third);
  });

  it.each([
    ['a premium number', asked('+19005550123'), rules],
    ['a satellite number', asked('+881612345678'), rules],
    ['a number without its country', asked('2025550155'), rules],
    ['a user that is none', asked('operator'), rules],
    ['our own number', asked(number), rules],
    [
      'a country that is closed',
      asked('+442079460958'),
      { ...rules, trunk: trunk({}, { allowedOutboundCountries: ['US'] }) },
    ],
    ['a trunk that does not allow it', asked(third), { ...rules, trunk: trunk({ followsTransfers: false }) }],
    ['a number that is paused', asked(third), { ...rules, trunk: trunk({}, { isPaused: true }) }],
    ['a trunk that is gone', asked(third), { ...rules, trunk: undefined }],
    ['an unknown source', { ...asked(third), address: '198.51.100.66' }, rules],
    [
      'somebody who asked not to be called',
      asked(third),
      { ...rules, doNotCall: { refuse: () => Promise.reject(new Error('listed')) } },
    ],
  ])('ATK: is refused for %s', async (_what, referral, under) => {
    await expect(permittedNumber(referral, under)).rejects.toThrow();
  });
});
