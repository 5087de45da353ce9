import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalServer } from '../e2e/local-server.ts';

/** The longest stop of the loop of a server with `loop-watch` since the last time this was asked, in ms. */
export async function longestStop(server: LocalServer): Promise<number> {
  const before = server.log().length;
  server.process.kill('SIGUSR2');
  for (let waited = 0; waited < 100; waited += 1) {
    const found = /loop-stop ([\d.]+) end/.exec(server.log().slice(before));
    if (found) return Number(found[1]);
    await sleep(20);
  }
  return Number.NaN;
}
