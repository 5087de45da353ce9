import { parentPort, workerData } from 'node:worker_threads';
import { socketFrameSamples } from '../packages/contract/src/voice/call-sound.ts';
import { clientMessage, PageSocket } from './page-socket.ts';

/** What the main thread sends to callers who come one after the other. */
export interface ManyRequest {
  port: number;
  count: number;
  atOnce: number;
}

const frameMs = 20;
/** How long each stays. */
const stayMs = 1500;
const silence = clientMessage(new Uint8Array(socketFrameSamples * 2));

/** One call after the other; returns how many of them heard the agent. */
async function callOn(port: number, next: () => boolean): Promise<number> {
  let heard = 0;
  while (next()) {
    const page = new PageSocket(port);
    const microphone = setInterval(() => page.send(silence), frameMs);
    await new Promise((resolve) => setTimeout(resolve, stayMs));
    clearInterval(microphone);
    if (page.arrivals.length > 0) heard += 1;
    page.close();
  }
  return heard;
}

async function run({ port, count, atOnce }: ManyRequest): Promise<number> {
  let left = count;
  const next = () => left-- > 0;
  const callers: Promise<number>[] = [];
  for (let index = 0; index < atOnce; index += 1) {
    callers.push(callOn(port, next));
    // People do not call at the same moment.
    await new Promise((resolve) => setTimeout(resolve, stayMs / atOnce));
  }
  return (await Promise.all(callers)).reduce((sum, heard) => sum + heard, 0);
}

parentPort?.postMessage(await run(workerData as ManyRequest));
