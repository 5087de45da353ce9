import { parentPort, workerData } from 'node:worker_threads';
import { socketFrameSamples } from '../packages/contract/src/voice/call-sound.ts';
import { percentile } from './load.ts';

/** What the pages of calls in another thread are told. */
export interface PagesRequest {
  /** What is at the other end: the page of a browser, or the media stream of a carrier. */
  line: 'page' | 'stream';
  port: number;
  count: number;
  lengthMs: number;
}

/** How late the frames of the agents' voices came, and how many a page got in a second. */
export interface PagesFigures {
  p50: number;
  p99: number;
  perSecond: number;
}

const frameMs = 20;
/** Sound is sent this far ahead. */
const aheadFrames = 4;
const silence = new Int16Array(socketFrameSamples);
const streamSilence = JSON.stringify({
  event: 'media',
  media: { track: 'inbound', payload: Buffer.alloc(160, 0xff).toString('base64') },
});

/** A page whose microphone never pauses; notes when each frame of the agent arrives. */
function openPage(port: number): { socket: WebSocket; arrivals: number[] } {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  const arrivals: number[] = [];
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string' || data.includes('"event":"media"')) arrivals.push(performance.now());
  };
  return { socket, arrivals };
}

const windowFrames = 50;

/** How much later than its time each frame came, by the earliest one of its second. */
function lateness(arrivals: readonly number[]): number[] {
  const due = arrivals.slice(aheadFrames).map((at, index) => at - index * frameMs);
  return due.flatMap((_, index) => {
    if (index % windowFrames > 0) return [];
    const own = due.slice(index, index + windowFrames);
    return own.map((at) => at - Math.min(...own));
  });
}

async function run({ line, port, count, lengthMs }: PagesRequest): Promise<PagesFigures> {
  const pages: ReturnType<typeof openPage>[] = [];
  // People do not call at the same moment.
  for (let index = 0; index < count; index += 1) {
    pages.push(openPage(port));
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
  const microphones = setInterval(() => {
    for (const { socket } of pages)
      if (socket.readyState === WebSocket.OPEN) socket.send(line === 'page' ? silence : streamSilence);
  }, frameMs);
  await new Promise((resolve) => setTimeout(resolve, lengthMs));
  clearInterval(microphones);
  const late = pages.flatMap(({ arrivals }) => lateness(arrivals)).sort((left, right) => left - right);
  const spans = pages.map(({ arrivals }) => ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000);
  const frames = pages.reduce((sum, { arrivals }) => sum + arrivals.length - aheadFrames, 0);
  for (const { socket } of pages) socket.close();
  return {
    p50: percentile(late, 0.5),
    p99: percentile(late, 0.99),
    perSecond: frames / spans.reduce((sum, span) => sum + span, 0),
  };
}

parentPort?.postMessage(await run(workerData as PagesRequest));
