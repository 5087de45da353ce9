import { describe, expect, it } from 'vitest';
import { readNumberFacts } from './number-facts.ts';
import { refuseTarget } from './phone-targets.ts';

describe('what a number reveals', () => {
  it.each([
    ['+15125550142', '+1 512 555 0142', 'US', 'fixed', true],
    ['+442079460318', '+44 20 7946 0318', 'GB', 'fixed', true],
    ['+34910555026', '+34 910 55 50 26', 'ES', 'fixed', true],
    ['+18002530000', '+1 800 253 0000', 'US', 'toll-free', true],
    ['+447624123456', '+44 7624 123456', 'IM', 'mobile', true],
    ['+881612345678', '+881 6 123 45678', null, 'satellite', true],
    ['+15550100', '+1 5550100', null, 'unknown', false],
    ['+112', '+1 12', null, 'unknown', false],
    ['sip:x@evil.example', 'sip:x@evil.example', null, 'unknown', false],
  ])('%s is %s', async (number, pretty, country, kind, isValid) => {
    expect(await readNumberFacts(number)).toEqual({ pretty, country, kind, isValid });
  });
});

describe('ATK-157: a number that calls are sent on to', () => {
  it.each(['+15125550100', '+442079460318', '+33199004217', '+18002530000', '+4915112345678'])(
    'may be %s',
    async (number) => expect(await refuseTarget(number)).toBeUndefined(),
  );

  it.each([
    ['+19005551234', 'premium'],
    ['+33899123456', 'premium'],
    ['+448712345678', 'premium'],
    ['+49180512345', 'shared-cost'],
    ['+447012345678', 'premium'],
    ['+8823451234', 'satellite'],
    ['+88310012345', 'satellite'],
    ['+870773111632', 'satellite'],
    ['+881612345678', 'satellite'],
    ['+979123456789', 'satellite'],
    ['+4990012345', 'can be called'],
    ['+112', 'can be called'],
    ['+49115', 'can be called'],
    ['911', 'E.164'],
    ['sip:x@evil.example', 'E.164'],
    ['tel:+15125550100', 'E.164'],
    ['+1512555010O', 'E.164'],
    ['+15125550100,,123#', 'E.164'],
    ['+15125550100 +15125550101', 'E.164'],
    ['', 'E.164'],
  ])('must not be %s', async (number, reason) => {
    expect(await refuseTarget(number)).toContain(reason);
  });
});
