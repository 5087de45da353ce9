import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { readTraces, type Traces } from './read-traces.ts';
import { whatIsLeft } from './what-is-left.ts';

/** What is being closed takes a moment to be gone. */
const patienceMs = 10_000;
const lookAgainMs = 20;

/** Undoes what can be undone: what one file changed is reported once, and not by every file after it. */
function restore({ env, folder }: Traces): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(folder);
}

// Files run in one process after each other: what one leaves behind would reach the next, and fails the one that left it.
let before = readTraces();
beforeAll(() => {
  before = readTraces();
});
afterAll(async () => {
  const isFaked = vi.isFakeTimers();
  vi.useRealTimers();
  const deadline = performance.now() + patienceMs;
  let left = whatIsLeft(before, readTraces(), isFaked);
  while (left.length > 0 && performance.now() < deadline) {
    await pause(lookAgainMs);
    left = whatIsLeft(before, readTraces(), isFaked);
  }
  restore(before);
  expect(left, 'what this file of tests leaves behind').toEqual([]);
});
