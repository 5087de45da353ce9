import { expect, it } from 'vitest';
import { runClock } from './clock.ts';
import { runVendors } from './vendors.ts';

it('ATK-179, F-05: a clock that jumps stops no answer and loses none', { timeout: 300_000 }, async () => {
  expect((await runClock(300)).faults).toEqual([]);
});

it('F-04: a vendor that lies and cuts gives an answer in words, and holds up nobody else', {
  timeout: 300_000,
}, async () => {
  const { faults } = await runVendors([
    'cuts the line',
    'cuts a letter in two',
    'sends a page',
    'sends nonsense',
    'sends other types',
  ]);
  expect(faults).toEqual([]);
});
