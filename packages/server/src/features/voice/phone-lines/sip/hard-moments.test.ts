import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PhoneLine } from '../phone-line.ts';
import { listenTo, sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';
import { shareOfTone, toneFrame } from '../testing/tone-file.ts';

const port = await claimSipPort();
const callerPort = await claimSipPort();
const thirdPort = await claimSipPort();
const number = '+12025550123';
const other = '+12025550199';
const third = '+12025550155';
const [callerHz, thirdHz] = [440, 660];
type Office = Awaited<ReturnType<typeof sipOffice>>;

/** Plays a tone on a line for as long as there is one, and listens to it. */
function sound(line: PhoneLine, hertz: number) {
  const heard = listenTo(line);
  const format = line.format ?? { sampleRate: 8000 };
  let index = 0;
  const timer = setInterval(() => {
    line.play({ format, samples: toneFrame(hertz, index, format.sampleRate) });
    index += 1;
  }, 20);
  line.ended.finally(() => clearInterval(timer)).catch(() => undefined);
  return {
    heard,
    /** Of what has come since it was asked last. */
    async hears(hz: number): Promise<void> {
      const from = heard.samples.length;
      await expect
        .poll(() => {
          const rest = heard.samples.slice(from).slice(-format.sampleRate / 2);
          return (
            rest.length > format.sampleRate / 4 && shareOfTone(Int16Array.from(rest), hz, format.sampleRate)
          );
        })
        .toBeGreaterThan(0.8);
    },
  };
}

describe('a telephone that changes its call at a hard moment', () => {
  let office: Office;
  let outside: Office;
  let elsewhere: Office;
  let caller: PhoneLine;
  let ours: PhoneLine;
  /** Answers the transferred call when it is told to. */
  let pickUp: () => void;

  beforeEach(async () => {
    office = await sipOffice({ port, trunkPorts: [callerPort, thirdPort] });
    outside = await sipOffice({ port: callerPort, trunkPorts: [port] });
    const { promise, resolve } = Promise.withResolvers<void>();
    pickUp = resolve;
    elsewhere = await sipOffice({
      ...{ port: thirdPort, trunkPorts: [port] },
      answer: async () => {
        await promise;
        const begin = async (line: PhoneLine) => void elsewhere.arrived.push(line);
        return { action: 'answer', callId: 'call', begin, drop: async () => {} };
      },
    });
    await office.addNumber(number, thirdPort);
    await elsewhere.addNumber(third, port);
    caller = await outside.dial(await outside.addNumber(other, port), number);
    await caller.answered;
    await expect.poll(() => office.arrived.length).toBe(1);
    ours = office.arrived[0] as PhoneLine;
  });
  afterEach(async () => {
    pickUp();
    for (const one of [outside, elsewhere, office]) await one.close();
  });

  async function transfer(kind: 'cold' | 'warm') {
    listenTo(ours);
    const states: string[] = [];
    ours.onState((state) => states.push(state));
    const done = ours.transfer?.({ number: third, kind, displayedNumber: 'agent' }).then(
      () => 'connected',
      (error: Error) => error.message,
    );
    await expect.poll(() => elsewhere.offers.length).toBe(1);
    return { done, states };
  }
  const bridged = async () => {
    pickUp();
    await expect.poll(() => elsewhere.arrived.length).toBe(1);
    return elsewhere.arrived[0] as PhoneLine;
  };

  it.each(['cold', 'warm'] as const)(
    '%s: whoever is bridged is held and comes back, at either end',
    async (kind) => {
      const { done } = await transfer(kind);
      const answered = await bridged();
      expect(await done).toBe('connected');
      const [one, two] = [sound(caller, callerHz), sound(answered, thirdHz)];
      await one.hears(thirdHz);
      await two.hears(callerHz);
      for (const side of [caller, answered]) {
        await side.hold?.(true);
        await side.hold?.(false);
        await one.hears(thirdHz);
        await two.hears(callerHz);
      }
      // Both at one time.
      await Promise.all([caller.hold?.(true), answered.hold?.(true)]);
      await Promise.all([caller.hold?.(false), answered.hold?.(false)]);
      await one.hears(thirdHz);
      await two.hears(callerHz);
      await answered.close();
      expect(await caller.ended).toBe('user_hangup');
      await expect.poll(() => office.lines.active).toBe(0);
    },
  );

  it.each(['cold', 'warm'] as const)(
    '%s: a caller who holds while it rings there is connected all the same',
    async (kind) => {
      const { done } = await transfer(kind);
      await caller.hold?.(true);
      await caller.hold?.(false);
      const answered = await bridged();
      expect(await done).toBe('connected');
      const [one, two] = [sound(caller, callerHz), sound(answered, thirdHz)];
      await one.hears(thirdHz);
      await two.hears(callerHz);
      await caller.close();
      expect(await answered.ended).toBe('user_hangup');
      await expect.poll(() => office.lines.active).toBe(0);
    },
  );

  it.each(['cold', 'warm'] as const)(
    '%s: a caller who hangs up while it rings there ends both',
    async (kind) => {
      const { done, states } = await transfer(kind);
      await caller.close();
      expect(await ours.ended).toBe('user_hangup');
      expect(await done).not.toBe('connected');
      expect(states.at(-1)).toBe('ended');
      await expect.poll(() => office.lines.active).toBe(0);
      pickUp();
      expect(elsewhere.arrived).toEqual([]);
      await expect.poll(() => elsewhere.lines.active).toBe(0);
    },
  );

  it('a caller whom we hold and who holds us is back when both have let go, in whatever order', async () => {
    const agent = sound(ours, thirdHz);
    const person = sound(caller, callerHz);
    await person.hears(thirdHz);
    await ours.hold?.(true);
    await caller.hold?.(true);
    await ours.hold?.(false);
    await caller.hold?.(false);
    await agent.hears(callerHz);
    await person.hears(thirdHz);
    expect([ours.state, caller.state]).toEqual(['answered', 'answered']);
    // Both change the call at the same time.
    await Promise.all([ours.hold?.(true), caller.hold?.(true)]);
    await Promise.all([ours.hold?.(false), caller.hold?.(false)]);
    await agent.hears(callerHz);
    await person.hears(thirdHz);
    expect([ours.state, caller.state]).toEqual(['answered', 'answered']);
    await caller.close();
    expect(await ours.ended).toBe('user_hangup');
  });
});
