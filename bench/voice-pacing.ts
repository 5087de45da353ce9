import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { WebSocketServer } from 'ws';
import { SocketLine } from '../packages/server/src/features/voice/calls/socket-line.ts';
import { realClock } from '../packages/voice/src/call-clock.ts';
import { createCallSession } from '../packages/voice/src/create-call-session.ts';
import { callConfig } from '../packages/voice/src/testing/call-config.ts';
import { ScriptedRecognizer } from '../packages/voice/src/testing/scripted-recognizer.ts';
import { ScriptedResponder } from '../packages/voice/src/testing/scripted-responder.ts';
import { ToneSynthesizer } from '../packages/voice/src/testing/tone-synthesizer.ts';
import { atLeast, atMost, type Row } from './table.ts';
import type { PagesFigures, PagesRequest } from './voice-pages.ts';

const lengthMs = 8000;
/** A minute of speech: the agent never pauses. */
const speech = Array.from({ length: 40 }, () => 'One two three four five six.').join(' ');
const { WebSocketServer: Server } = createRequire(
  new URL('../packages/server/package.json', import.meta.url),
)('ws') as { WebSocketServer: typeof WebSocketServer };

/** Calls over real sockets, whose pages are in another thread. */
async function pace(count: number): Promise<PagesFigures & { processor: number }> {
  const server = new Server({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket) => {
    const line = new SocketLine(socket, 'audio', {
      onCommand: () => {},
      onClosed: () => session.hangUp('user_hangup'),
      onLost: () => session.hangUp('user_hangup'),
    });
    const session = createCallSession({
      config: callConfig({ beginMode: 'defined', beginMessage: speech, interruptionSensitivity: 0 }),
      responder: new ScriptedResponder([], { clock: realClock }),
      functions: [],
      variables: {},
      builtIn: () => ({}),
      describe: () => ({}),
      emit: () => {},
      hasTimers: true,
      ...(line.transport && {
        audio: {
          transport: line.transport,
          recognizer: new ScriptedRecognizer([], { clock: realClock }),
          synthesizers: [new ToneSynthesizer()],
          record: () => {},
        },
      }),
    });
  });
  const workerData: PagesRequest = { port: (server.address() as AddressInfo).port, count, lengthMs };
  const pages = new Worker(new URL('./voice-pages.ts', import.meta.url), { workerData });
  const before = process.threadCpuUsage();
  const [figures] = (await once(pages, 'message')) as [PagesFigures];
  const { user, system } = process.threadCpuUsage(before);
  await pages.terminate();
  await new Promise((resolve) => server.close(resolve));
  return { ...figures, processor: (user + system) / 1000 / (lengthMs + count * 7) };
}

/** Whether the agents' frames leave in time with this many calls at once, in a thread that does nothing else. */
export async function measurePacing(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [50, 100, 150]) {
    const { p50, p99, perSecond, processor } = await pace(count);
    rows.push(
      { name: `${count} calls, late frames, p50`, value: p50, unit: 'ms' },
      atMost(`${count} calls, late frames, p99`, p99, 'ms', 15),
      atLeast(`${count} calls, frames a second`, perSecond, '', 49.5),
      { name: `${count} calls, processor of one core`, value: processor * 100, unit: '%' },
    );
  }
  return rows;
}
