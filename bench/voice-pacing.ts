import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import type { WebSocketServer } from 'ws';
import { createMediaProcess } from '../packages/server/src/features/voice/calls/media/media-process.ts';
import type { RemoteLine } from '../packages/server/src/features/voice/calls/media/remote-line.ts';
import { createRecordingFile } from '../packages/server/src/features/voice/calls/recording-file.ts';
import { SocketLine } from '../packages/server/src/features/voice/calls/socket-line.ts';
import { openCarrierSound } from '../packages/server/src/features/voice/calls/sound/open-carrier-sound.ts';
import type { ServerSocket } from '../packages/server/src/platform/http/web-sockets.ts';
import { realClock } from '../packages/voice/src/call-clock.ts';
import type { CallParts, CallSession } from '../packages/voice/src/call-session.ts';
import { createCallSession } from '../packages/voice/src/create-call-session.ts';
import { callConfig } from '../packages/voice/src/testing/call-config.ts';
import { ScriptedRecognizer } from '../packages/voice/src/testing/scripted-recognizer.ts';
import { ScriptedResponder } from '../packages/voice/src/testing/scripted-responder.ts';
import { ToneSynthesizer } from '../packages/voice/src/testing/tone-synthesizer.ts';
import { builtInValues } from './built-in-values.ts';
import type { Lateness } from './frame-lateness.ts';
import { keepBusy } from './keep-busy.ts';
import { sentFrames } from './sent-frames-of.ts';
import { atLeast, atMost, type Row } from './table.ts';
import type { PagesFigures, PagesRequest } from './voice-pages.ts';

type CallAudio = NonNullable<CallParts['audio']>;

const lengthMs = 8000;
/** A minute of speech: the agent never pauses. */
const speech = Array.from({ length: 40 }, () => 'One two three four five six.').join(' ');
const { WebSocketServer: Server } = createRequire(
  new URL('../packages/server/package.json', import.meta.url),
)('ws') as { WebSocketServer: typeof WebSocketServer };

/** Where the sound of calls is carried, and what the server's thread does beside it. */
interface Setting {
  line: PagesRequest['line'];
  where: 'here' | 'apart';
  isBusy: boolean;
}

interface Pace extends PagesFigures {
  /** How late frames left the process of the sound; absent where they leave the server's thread. */
  sent: Lateness | undefined;
  /** Of one core: the server's thread, and the process of the sound. */
  thread: number;
  apart: number;
}

const userMs = 10;

/** Milliseconds of processor that a process has used so far. */
function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * userMs;
}

function partsOf(transport: CallAudio['transport'], record: CallAudio['record'] = () => {}): CallParts {
  return {
    config: callConfig({ beginMode: 'defined', beginMessage: speech, interruptionSensitivity: 0 }),
    responder: new ScriptedResponder([], { clock: realClock }),
    functions: [],
    variables: {},
    builtIn: () => ({}),
    describe: () => ({}),
    emit: () => {},
    hasTimers: true,
    audio: {
      transport,
      recognizer: new ScriptedRecognizer([], { clock: realClock }),
      synthesizers: [new ToneSynthesizer()],
      record,
    },
  };
}

/** Records a call as the server does: once a second to disk. */
function recordTo(path: string, stops: (() => Promise<void>)[]): CallAudio['record'] {
  const file = createRecordingFile(path);
  const timer = setInterval(() => void file.flush().catch(() => undefined), 1000);
  stops.push(async () => {
    clearInterval(timer);
    await file.close();
  });
  return file.write;
}

type Media = ReturnType<typeof createMediaProcess>;

interface OpenedLine {
  transport: CallAudio['transport'];
  createSession?: RemoteLine['createSession'] | undefined;
  end(): void;
}

function openPageLine(socket: ServerSocket, media: Media | undefined, leave: () => void): OpenedLine {
  const events = { onCommand: () => {}, onClosed: leave, onLost: leave };
  const far = media?.open(socket, events);
  const line = far ?? new SocketLine(socket, 'audio', events);
  if (!line.transport) throw new Error('A line without sound.');
  const { transport } = line;
  return { transport, createSession: far?.createSession.bind(far), end: () => line.end() };
}

/** The stream of a carrier, whose line the server has found. */
function openStreamLine(socket: ServerSocket, media: Media | undefined, leave: () => void): OpenedLine {
  const stream = { carrier: 'twilio', streamId: 'MZ' } as const;
  const owner = { close: async () => leave() };
  const far = media?.openCarrier(socket, { stream, read: Buffer.alloc(0), owner, onOver: leave });
  const sound = far ?? openCarrierSound(socket, stream, { onDigit: () => {}, onOver: leave });
  const transport = {
    format: { sampleRate: 8000 },
    incoming: sound.incoming,
    play: sound.play.bind(sound),
    clear: sound.clear.bind(sound),
    playedMs: sound.playedMs.bind(sound),
    close: async () => sound.close(),
  };
  return { transport, createSession: far?.createSession.bind(far), end: () => sound.close() };
}

/** Calls over real sockets, whose pages are in another thread. */
async function pace(count: number, { line, where, isBusy }: Setting): Promise<Pace> {
  const server = new Server({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'tendril-bench-'));
  const stops: (() => Promise<void>)[] = [];
  const noted = sentFrames(folder);
  const media = createMediaProcess({
    log: pino({ level: 'error' }),
    codeCache: join(folder, 'code'),
    onLate: () => {},
    nodeOptions: noted.nodeOptions,
  });
  const sessions: CallSession[] = [];
  server.on('connection', (socket) => {
    let session: CallSession | undefined;
    const open = line === 'page' ? openPageLine : openStreamLine;
    const opened = open(socket, where === 'apart' ? media : undefined, () => session?.hangUp('user_hangup'));
    const recordingPath = join(folder, `${sessions.length}.wav`);
    session = opened.createSession
      ? opened.createSession(partsOf(opened.transport), { builtIn: builtInValues, recordingPath })
      : createCallSession(partsOf(opened.transport, recordTo(recordingPath, stops)));
    sessions.push(session);
    session.ended.then(opened.end, () => undefined);
  });
  const { port } = server.address() as AddressInfo;
  await firstSound(port);
  const rest = isBusy ? keepBusy() : () => {};
  const workerData: PagesRequest = { line, port, count, lengthMs };
  const pages = new Worker(new URL('./voice-pages.ts', import.meta.url), { workerData });
  const before = process.threadCpuUsage();
  const pid = media.processId();
  const apartSoFar = () => (pid === undefined ? 0 : usedMs(pid));
  const apartBefore = apartSoFar();
  const [figures] = (await once(pages, 'message')) as [PagesFigures];
  const { user, system } = process.threadCpuUsage(before);
  const apartMs = apartSoFar() - apartBefore;
  rest();
  await pages.terminate();
  await Promise.all(sessions.map(({ ended }) => ended));
  await media.close();
  await Promise.all(stops.map((stop) => stop()));
  await new Promise((resolve) => server.close(resolve));
  const sent = noted.read();
  rmSync(folder, { recursive: true, force: true });
  const spanMs = lengthMs + count * 7;
  return { ...figures, sent, thread: (user + system) / 1000 / spanMs, apart: apartMs / spanMs };
}

/** One call before the others: everything that is loaded once is loaded. */
async function firstSound(port: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(socket, 'message');
  socket.close();
}

const names = { here: "in the server's thread", apart: 'in a process' } as const;

const lineNames = { page: 'calls', stream: 'telephone calls' } as const;

function rowsOf(count: number, { line, where, isBusy }: Setting, figures: Pace): Row[] {
  const { p50, p99, sent, perSecond, thread, apart } = figures;
  const name = `${count} ${lineNames[line]} ${names[where]}${isBusy ? ', busy server' : ''}`;
  const isGoal = where === 'apart';
  const late = { name: `${name}, late frames, p99`, value: p99, unit: 'ms' };
  const rate = { name: `${name}, frames a second`, value: perSecond, unit: '' };
  return [
    { name: `${name}, late frames, p50`, value: p50, unit: 'ms' },
    isGoal ? atMost(late.name, p99, 'ms', 15) : late,
    ...(sent ? [atMost(`${name}, frames sent late by, p99`, sent.p99, 'ms', 15)] : []),
    isGoal ? atLeast(rate.name, perSecond, '', 49.5) : rate,
    { name: `${name}, processor of the server's thread`, value: thread * 100, unit: '%' },
    ...(isGoal ? [{ name: `${name}, processor of the process`, value: apart * 100, unit: '%' }] : []),
  ];
}

/**
 * Whether the agents' frames leave in time with this many calls at once, carried in the server's thread and in a process
 * of their own, beside nothing and beside lists, searches and ingestion.
 */
export async function measurePacing(counts: readonly number[] = [50, 150]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts)
    for (const isBusy of [false, true])
      for (const where of ['here', 'apart'] as const) {
        const setting = { line: 'page', where, isBusy } as const;
        rows.push(...rowsOf(count, setting, await pace(count, setting)));
      }
  for (const where of ['here', 'apart'] as const) {
    const setting = { line: 'stream', where, isBusy: true } as const;
    const count = counts.at(-1) ?? 0;
    rows.push(...rowsOf(count, setting, await pace(count, setting)));
  }
  const most = { line: 'page', where: 'apart', isBusy: true } as const;
  rows.push(...rowsOf(400, most, await pace(400, most)));
  return rows;
}
