import { afterEach, expect, it } from 'vitest';
import type { PhoneLine } from '../phone-line.ts';
import { listenTo, sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';

const [ours, theirs] = ['+12025550123', '+12025550199'];
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

it.each([
  ['in the clear', false],
  ['encrypted', true],
])(
  'each side of a call learns how its sound comes through there, %s',
  async (_how, encryptsSound) => {
    const port = await claimSipPort();
    const otherPort = await claimSipPort();
    const here = await sipOffice({ port, trunkPorts: [otherPort] });
    closing.push(() => here.close());
    const there = await sipOffice({ port: otherPort, trunkPorts: [port] });
    closing.push(() => there.close());
    await there.addNumber(theirs, port, { encryptsSound });
    const line = await here.dial(await here.addNumber(ours, otherPort, { encryptsSound }), theirs);
    await line.answered;
    await expect.poll(() => there.arrived.length).toBe(1);
    const other = there.arrived[0] as PhoneLine;
    listenTo(line);
    listenTo(other);
    for (const one of [line, other])
      await expect
        .poll(() => one.quality?.()?.received, { timeout: 18_000, message: 'reports every five seconds' })
        .toBeGreaterThan(100);
    for (const one of [line, other]) expect(one.quality?.()?.lost).toBeLessThan(50);
    await line.close();
  },
  60_000,
);
