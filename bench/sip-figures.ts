import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { createMediaProcess } from '../packages/server/src/features/voice/calls/media/media-process.ts';
import { openLineSound } from '../packages/server/src/features/voice/phone-lines/sip/open-line-sound.ts';
import { SipLine } from '../packages/server/src/features/voice/phone-lines/sip/sip-line.ts';
import { RtpPorts } from '../packages/server/src/platform/egress/rtp-ports.ts';
import { openSipSockets } from '../packages/server/src/platform/egress/sip-sockets.ts';
import { SipEndpoint } from '../packages/sip/src/session/sip-endpoint.ts';
import { realClock } from '../packages/voice/src/call-clock.ts';
import type { CallParts } from '../packages/voice/src/call-session.ts';
import { createCallSession } from '../packages/voice/src/create-call-session.ts';
import { callConfig } from '../packages/voice/src/testing/call-config.ts';
import { ScriptedRecognizer } from '../packages/voice/src/testing/scripted-recognizer.ts';
import { ScriptedResponder } from '../packages/voice/src/testing/scripted-responder.ts';
import { ToneSynthesizer } from '../packages/voice/src/testing/tone-synthesizer.ts';
import { builtInValues } from './built-in-values.ts';
import { keepBusy } from './keep-busy.ts';
import { sentFrames } from './sent-frames-of.ts';
import type { SipCallers, SipCallersFigures } from './sip-callers.ts';
import { atLeast, atMost, type Row } from './table.ts';

const lengthMs = 8000;
const [port, callersPort] = [15_060, 15_160];
const rtpPorts = [21_000, 21_999] as const;
/** The agent never pauses. */
const speech = Array.from({ length: 40 }, () => 'One two three four five six.').join(' ');

/** Where the sound is carried, and whether the server's thread does something else beside it. */
interface Setting {
  count: number;
  where: 'here' | 'apart';
  isBusy: boolean;
}

type Invite = Parameters<ConstructorParameters<typeof SipEndpoint>[0]['onInvite']>[0];

/** The server's lines: each call that arrives is answered by an agent. */
async function openServer(where: Setting['where']) {
  const folder = mkdtempSync(join(tmpdir(), 'tendril-bench-'));
  const noted = sentFrames(folder);
  const media = createMediaProcess({
    ...{ log: pino({ level: 'error' }), codeCache: folder, onLate: () => {} },
    nodeOptions: noted.nodeOptions,
  });
  const ports = new RtpPorts('127.0.0.1', rtpPorts);
  const lines = new Set<SipLine>();
  const sockets = await openSipSockets({
    ...{ host: '127.0.0.1', port, publicAddress: undefined },
    onMessage: (message, peer) => endpoint.receive(message, peer),
    onFailed: (peer) => endpoint.transportFailed(peer),
  });
  async function answer(transaction: Invite): Promise<void> {
    const parts = { ports, host: '127.0.0.1', range: rtpPorts, media: where === 'apart' ? media : undefined };
    const opened = await openLineSound(parts, '127.0.0.1', () => line);
    const call = endpoint.accept(transaction, {
      address: '127.0.0.1',
      port: opened.port,
      isEncrypted: false,
    });
    const line: SipLine = new SipLine(
      {
        ...{ call, sound: opened.sound, clock: realClock, transferMs: 1000 },
        ...{ reachable: (agreed) => agreed, addressOf: async () => '', reach: async () => line },
        onPassed: () => lines.delete(line),
        onClosed() {
          opened.close();
          lines.delete(line);
        },
      },
      'ringing',
    );
    lines.add(line);
    if (line.answer()) converse(line);
  }
  const endpoint: SipEndpoint = new SipEndpoint({
    ...{ clock: realClock, userAgent: 'Bench', send: sockets.send, sentBy: sockets.addressFor },
    ...{ admits: () => true, permits: () => true },
    onInvite: (transaction) => void answer(transaction),
  });
  if (where === 'apart') media.prepare();
  return async () => {
    for (const line of lines) line.hangUp();
    endpoint.close();
    await sockets.close();
    await media.close();
    const sent = noted.read();
    rmSync(folder, { recursive: true, force: true });
    return sent;
  };
}

async function measure({ count, where, isBusy }: Setting): Promise<Row[]> {
  const close = await openServer(where);
  const workerData: SipCallers = { port, callersPort, count, lengthMs };
  const callers = new Worker(new URL('./sip-callers.ts', import.meta.url), { workerData });
  const rest = isBusy ? keepBusy() : () => {};
  const before = process.threadCpuUsage();
  const [figures] = (await once(callers, 'message')) as [SipCallersFigures];
  const { user, system } = process.threadCpuUsage(before);
  rest();
  await callers.terminate();
  const sent = await close();
  const place = where === 'here' ? "in the server's thread" : 'in a process';
  const name = `${count} SIP calls ${place}${isBusy ? ', busy server' : ''}`;
  const late = { name: `${name}, packets late by, p99`, value: figures.lateP99, unit: 'ms' };
  const rate = { name: `${name}, packets a second of each`, value: figures.perSecond, unit: '' };
  const isGoal = where === 'apart' || !isBusy;
  return [
    atLeast(`${name}, answered`, figures.answered, '', count),
    { name: `${name}, invitation to answer, p95`, value: figures.answerP95, unit: 'ms' },
    { name: `${name}, packets late by, p50`, value: figures.lateP50, unit: 'ms' },
    isGoal ? atMost(late.name, late.value, late.unit, 15) : late,
    ...(sent ? [atMost(`${name}, packets sent late by, p99`, sent.p99, 'ms', 15)] : []),
    isGoal ? atLeast(rate.name, rate.value, rate.unit, 49.5) : rate,
    {
      name: `${name}, processor of the server's thread`,
      value: (user + system) / 10 / figures.tookMs,
      unit: '%',
    },
  ];
}

/** Telephone calls at once over SIP and RTP, each with an agent that speaks; the callers are in another thread. */
export async function measureSipCalls(settings: readonly Setting[] = usual): Promise<Row[]> {
  const rows: Row[] = [];
  for (const setting of settings) rows.push(...(await measure(setting)));
  return rows;
}

const usual: readonly Setting[] = [
  { count: 50, where: 'here', isBusy: false },
  { count: 150, where: 'here', isBusy: true },
  { count: 150, where: 'apart', isBusy: true },
];

function converse(line: SipLine): void {
  const parts: CallParts = {
    config: callConfig({ beginMode: 'defined', beginMessage: speech, interruptionSensitivity: 0 }),
    responder: new ScriptedResponder([], { clock: realClock }),
    ...{ functions: [], variables: {}, hasTimers: true },
    ...{ builtIn: () => ({}), describe: () => ({}), emit: () => {} },
    audio: {
      transport: line,
      recognizer: new ScriptedRecognizer([], { clock: realClock }),
      synthesizers: [new ToneSynthesizer()],
      record: () => {},
    },
  };
  const session = line.createSession?.(parts, { builtIn: builtInValues }) ?? createCallSession(parts);
  line.ended.then(() => session.hangUp('user_hangup')).catch(() => undefined);
}
