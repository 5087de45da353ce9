import { expect, it } from 'vitest';
import { damageServer } from './damage-server.ts';

it('damaged files of every format are read as far as they go, or their row says why not', {
  timeout: 600_000,
}, async () => {
  const { faults, named } = await damageServer({ each: 3, from: 18, patienceMs: 120_000 });
  expect(faults).toEqual([]);
  expect(named).toBeGreaterThan(5);
});
