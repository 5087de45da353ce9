import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalServer } from '../e2e/local-server.ts';

/** What a server with `loop-watch` says of its loop since the last time it was asked. */
interface LoopStops {
  longestMs: number;
  /** How many stops were longer than 20 and 50 ms. */
  over20: number;
  over50: number;
  /** The longest time that the loop itself computed without a break, and how often that was more than 20 ms. */
  computedMs: number;
  computedOver20: number;
  /** The processor time of all threads. */
  cpuMs: number;
}

export async function readLoopStops(server: LocalServer): Promise<LoopStops> {
  const before = server.log().length;
  server.process.kill('SIGUSR2');
  for (let waited = 0; waited < 500; waited += 1) {
    const found = /loop-stop (\{.*\}) end/.exec(server.log().slice(before));
    if (found?.[1]) return JSON.parse(found[1]) as LoopStops;
    await sleep(20);
  }
  throw new Error('The server says nothing of its loop.');
}

/** The longest stop of the loop of a server with `loop-watch` since the last time this was asked, in ms. */
export async function longestStop(server: LocalServer): Promise<number> {
  return (await readLoopStops(server)).longestMs;
}
