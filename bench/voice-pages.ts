import { parentPort, workerData } from 'node:worker_threads';
import { socketFrameSamples } from '../packages/contract/src/voice/call-sound.ts';
import { type Lateness, latenessOf } from './frame-lateness.ts';
import { clientMessage, PageSocket } from './page-socket.ts';

/** What the main thread sends to the pages of calls. */
export interface PagesRequest {
  /** What is at the other end: the page of a browser, or the media stream of a carrier. */
  line: 'page' | 'stream';
  port: number;
  count: number;
  lengthMs: number;
}

/** How late the frames of the agents' voices came, and how many a page got in a second. */
export interface PagesFigures extends Lateness {
  perSecond: number;
}

const frameMs = 20;
/** Callers' microphones are not in step: within a frame's time there are so many moments at which they send. */
const phases = 4;
const silence = {
  page: clientMessage(new Uint8Array(socketFrameSamples * 2)),
  stream: clientMessage(
    JSON.stringify({
      event: 'media',
      media: { track: 'inbound', payload: Buffer.alloc(160, 0xff).toString('base64') },
    }),
  ),
};

/** Pages whose microphones never pause; they note when each frame of the agent arrives. */
async function run({ line, port, count, lengthMs }: PagesRequest): Promise<PagesFigures> {
  const pages: PageSocket[] = [];
  let phase = 0;
  const microphones = setInterval(() => {
    phase = (phase + 1) % phases;
    for (let index = phase; index < pages.length; index += phases) pages[index]?.send(silence[line]);
  }, frameMs / phases);
  // People do not call at the same moment.
  for (let index = 0; index < count; index += 1) {
    pages.push(new PageSocket(port));
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
  await new Promise((resolve) => setTimeout(resolve, lengthMs));
  clearInterval(microphones);
  const calls = pages.map(({ arrivals }) => arrivals);
  const spans = calls.map((arrivals) => ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000);
  // The first frames come at once, ahead of their time.
  const frames = calls.reduce((sum, { length }) => sum + length - 4, 0);
  for (const page of pages) page.close();
  return { ...latenessOf(calls), perSecond: frames / spans.reduce((sum, span) => sum + span, 0) };
}

parentPort?.postMessage(await run(workerData as PagesRequest));
