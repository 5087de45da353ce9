import { expect, it } from 'vitest';
import { runClock } from './clock.ts';
import { runPromotion } from './promotion.ts';
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

it('a PostgreSQL that is lost costs no answer that was given and no run, once its standby has taken over', {
  timeout: 300_000,
}, async (context) => {
  const { faults, skipped } = await runPromotion(1000);
  if (skipped !== undefined) context.skip(skipped);
  expect(faults).toEqual([]);
});
