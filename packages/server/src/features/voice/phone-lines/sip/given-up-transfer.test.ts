import { afterEach, expect, it } from 'vitest';
import type { PhoneLine } from '../phone-line.ts';
import { sipOffice } from '../testing/sip-office.ts';
import { claimSipPort } from '../testing/sip-port.ts';

const own = '+12025550123';
const caller = '+12025550199';
const third = '+12025550155';

const offices: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const office of offices.splice(0)) await office.close();
});

it.each(['cold', 'warm'] as const)(
  'a caller who hangs up while somebody else is rung (%s) has hung up, and it rings there no more',
  async (kind) => {
    const port = await claimSipPort();
    const outsidePort = await claimSipPort();
    const office = await sipOffice({ port, trunkPorts: [outsidePort] });
    const ringing = Promise.withResolvers<never>();
    const outside = await sipOffice({
      port: outsidePort,
      trunkPorts: [port],
      answer: ({ to }) => (to === third ? ringing.promise : undefined),
    });
    offices.push(office, outside);
    const number = await office.addNumber(own, outsidePort);
    for (const one of [caller, third]) await outside.addNumber(one, port);
    const line = await office.dial(number, caller);
    await line.answered;
    const [other] = outside.arrived as [PhoneLine];
    const done = line.transfer?.({ number: third, kind, displayedNumber: 'agent' }).catch(() => 'failed');
    await expect.poll(() => outside.offers.map(({ to }) => to)).toEqual([caller, third]);
    await other.close();
    expect([await line.ended, await done]).toEqual(['user_hangup', 'failed']);
    await expect.poll(() => [office.lines.active, outside.lines.active]).toEqual([0, 0]);
  },
);
