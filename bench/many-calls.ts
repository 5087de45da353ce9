import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import type { AudioTransport } from '../packages/voice/src/audio-transport.ts';
import { realClock } from '../packages/voice/src/call-clock.ts';
import type { CallParts } from '../packages/voice/src/call-session.ts';
import { callConfig } from '../packages/voice/src/testing/call-config.ts';
import { ScriptedRecognizer } from '../packages/voice/src/testing/scripted-recognizer.ts';
import { ScriptedResponder } from '../packages/voice/src/testing/scripted-responder.ts';
import { ToneSynthesizer } from '../packages/voice/src/testing/tone-synthesizer.ts';
import { type CallServer, openCallServer } from './call-server.ts';
import type { ManyRequest } from './many-pages.ts';
import { atLeast, atMost, type Row } from './table.ts';

const atOnce = 150;
/** Calls before the first look: what is loaded once is loaded, and buffers have the size that so many calls need. */
const before = 600;
const inRow = 1000;
/** What code and its compiler still grow by meanwhile; a call that stayed would be ten times as much. */
const growthMb = 4;

function partsOf(transport: AudioTransport): CallParts {
  return {
    config: callConfig({ beginMode: 'defined', beginMessage: 'Good day.' }),
    responder: new ScriptedResponder([], { clock: realClock }),
    ...{ functions: [], variables: {}, builtIn: () => ({}), describe: () => ({}), emit: () => {} },
    hasTimers: true,
    audio: {
      transport,
      recognizer: new ScriptedRecognizer([], { clock: realClock }),
      synthesizers: [new ToneSynthesizer()],
    },
  };
}

/** What a process holds once there are no calls. */
interface Held {
  usedMb: number;
  handles: number;
}

interface Look {
  server: Held;
  media: Held;
  /** Open in the media process. */
  files: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const noteFile = (folder: string) => join(folder, 'memory.json');

/** Asks the media process at its module's signal. */
async function askMedia({ folder, processId }: CallServer): Promise<Held> {
  rmSync(noteFile(folder), { force: true });
  process.kill(processId() ?? 0, 'SIGUSR2');
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (existsSync(noteFile(folder))) break;
  }
  return JSON.parse(readFileSync(noteFile(folder), 'utf8')) as Held;
}

async function look(server: CallServer): Promise<Look> {
  // Goodbyes of sockets, and what waits for them.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const media = await askMedia(server);
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return {
    server: {
      usedMb: (heapUsed + arrayBuffers) / 2 ** 20,
      handles: process.getActiveResourcesInfo().length,
    },
    media,
    files: readdirSync(`/proc/${server.processId()}/fd`).length,
  };
}

/** Calls one after the other, so many at once; returns how many heard the agent. */
async function callMany(port: number, count: number): Promise<number> {
  const workerData: ManyRequest = { port, count, atOnce };
  const pages = new Worker(new URL('./many-pages.ts', import.meta.url), { workerData });
  const [heard] = (await once(pages, 'message')) as [number];
  await pages.terminate();
  return heard;
}

/** What a thousand calls leave behind: nothing of the server's, and nothing of the process of their sound. */
export async function measureManyCalls(): Promise<Row[]> {
  const server = await openCallServer('apart', partsOf, (folder) => {
    const address = new URL('./note-memory.ts', import.meta.url);
    address.searchParams.set('to', noteFile(folder));
    return ['--import', address.href];
  });
  await callMany(server.port, before);
  const first = await look(server);
  const heard = await callMany(server.port, inRow);
  const then = await look(server);
  await server.close();
  const name = `${inRow} calls in a row, ${atOnce} at once`;
  const left = (where: string, side: 'server' | 'media') => [
    atMost(`${name}, memory left ${where}`, then[side].usedMb - first[side].usedMb, 'MB', growthMb),
    atMost(`${name}, handles left ${where}`, then[side].handles - first[side].handles, '', 0),
  ];
  return [
    atLeast(`${name}, heard the agent`, heard, '', inRow),
    ...left('in the server', 'server'),
    ...left('in the process of their sound', 'media'),
    atMost(`${name}, files left open there`, then.files - first.files, '', 0),
  ];
}
