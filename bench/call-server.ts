import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { WebSocketServer } from 'ws';
import { createMediaProcess } from '../packages/server/src/features/voice/calls/media/media-process.ts';
import { SocketLine } from '../packages/server/src/features/voice/calls/socket-line.ts';
import type { AudioTransport } from '../packages/voice/src/audio-transport.ts';
import type { CallParts, CallSession } from '../packages/voice/src/call-session.ts';
import { createCallSession } from '../packages/voice/src/create-call-session.ts';
import { builtInValues } from './built-in-values.ts';

const { WebSocketServer: Server } = createRequire(
  new URL('../packages/server/package.json', import.meta.url),
)('ws') as { WebSocketServer: typeof WebSocketServer };

/** A server that answers every socket as the page of a call, whose sound is carried in this thread or in a process. */
export interface CallServer {
  readonly port: number;
  /** Calls so far. */
  readonly calls: number;
  /** The process of the sound. */
  processId(): number | undefined;
  /** For files of the measurement; it goes with the server. */
  readonly folder: string;
  close(): Promise<void>;
}

export async function openCallServer(
  where: 'here' | 'apart',
  partsOf: (transport: AudioTransport) => CallParts,
  nodeOptionsIn: (folder: string) => string[] = () => [],
): Promise<CallServer> {
  const server = new Server({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'tendril-bench-'));
  const media = createMediaProcess({
    log: pino({ level: 'error' }),
    codeCache: join(folder, 'code'),
    onLate: () => {},
    nodeOptions: nodeOptionsIn(folder),
  });
  const running = new Set<CallSession>();
  let calls = 0;
  server.on('connection', (socket) => {
    let session: CallSession | undefined;
    const leave = () => session?.hangUp('user_hangup');
    const events = { onCommand: () => {}, onClosed: leave, onLost: leave };
    const far = where === 'apart' ? media.open(socket, events) : undefined;
    const line = far ?? new SocketLine(socket, 'audio', events);
    if (!line.transport) throw new Error('A line without sound.');
    const parts = partsOf(line.transport);
    const begun = far ? far.createSession(parts, { builtIn: builtInValues }) : createCallSession(parts);
    session = begun;
    calls += 1;
    running.add(begun);
    begun.ended.then(
      () => {
        running.delete(begun);
        line.end();
      },
      () => undefined,
    );
  });
  return {
    port: (server.address() as AddressInfo).port,
    get calls() {
      return calls;
    },
    processId: media.processId,
    folder,
    async close() {
      await Promise.all([...running].map(({ ended }) => ended));
      await media.close();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
