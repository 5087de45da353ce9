import { expect, it } from 'vitest';
import { coveredPx } from './use-keep-clear.ts';

it('a failed node moves up by what the controls cover of it, and not at all where they cover nothing', () => {
  expect([coveredPx(500, 800), coveredPx(728, 800), coveredPx(760, 800)]).toEqual([0, 0, 32]);
});
