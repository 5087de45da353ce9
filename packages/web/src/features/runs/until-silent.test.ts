import { expect, it } from 'vitest';
import { SilentConnection, untilSilent } from './until-silent.ts';

const never = new AbortController().signal;

it('what a connection delivers is passed on to its end', async () => {
  const open = async function* () {
    yield 1;
    yield 2;
  };
  const seen: number[] = [];
  for await (const value of untilSilent(open, never, 50)) seen.push(value);
  expect(seen).toEqual([1, 2]);
});

it('a connection that delivers nothing more is closed and reported as silent', async () => {
  let cut: AbortSignal | undefined;
  const open = async function* (signal: AbortSignal) {
    cut = signal;
    yield 1;
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const seen: number[] = [];
  const reading = async () => {
    for await (const value of untilSilent(open, never, 20)) seen.push(value);
  };
  await expect(reading()).rejects.toBeInstanceOf(SilentConnection);
  expect(seen).toEqual([1]);
  expect(cut?.aborted).toBe(true);
});

it('who leaves early cuts the connection', async () => {
  let cut: AbortSignal | undefined;
  const open = async function* (signal: AbortSignal) {
    cut = signal;
    yield 1;
    yield 2;
  };
  for await (const _value of untilSilent(open, never, Number.POSITIVE_INFINITY)) break;
  expect(cut?.aborted).toBe(true);
});
