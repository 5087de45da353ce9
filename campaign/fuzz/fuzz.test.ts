import { expect, it } from 'vitest';
import { runFuzz } from './fuzz.ts';
import { runSocketFuzz } from './fuzz-sockets.ts';

const seed = 7;

it('ATK-169: no route breaks, hangs or tells what it should not, whatever it is sent', {
  timeout: 300_000,
}, async () => {
  const { faults, coverage, sent } = await runFuzz({ seed, requests: 1500 });
  expect(faults).toEqual([]);
  expect(sent).toBe(1500);
  // Most are reached past their validation, even by so few.
  expect(coverage.reached.operations).toBeGreaterThan(coverage.operations / 3);
});

it('ATK-154: no line of a call breaks the server, whatever comes over it', { timeout: 300_000 }, async () => {
  const { faults, opened } = await runSocketFuzz({ seed, sockets: 30 });
  expect(faults).toEqual([]);
  expect(opened).toBe(30);
});
