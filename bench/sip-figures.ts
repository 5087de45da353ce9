import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { SipLine } from '../packages/server/src/features/voice/phone-lines/sip/sip-line.ts';
import { RtpPorts } from '../packages/server/src/platform/egress/rtp-ports.ts';
import { openSipSockets } from '../packages/server/src/platform/egress/sip-sockets.ts';
import { RtpSession } from '../packages/sip/src/rtp/rtp-session.ts';
import { SipEndpoint } from '../packages/sip/src/session/sip-endpoint.ts';
import { realClock } from '../packages/voice/src/call-clock.ts';
import { createCallSession } from '../packages/voice/src/create-call-session.ts';
import { callConfig } from '../packages/voice/src/testing/call-config.ts';
import { ScriptedRecognizer } from '../packages/voice/src/testing/scripted-recognizer.ts';
import { ScriptedResponder } from '../packages/voice/src/testing/scripted-responder.ts';
import { ToneSynthesizer } from '../packages/voice/src/testing/tone-synthesizer.ts';
import type { SipCallers, SipCallersFigures } from './sip-callers.ts';
import { atLeast, atMost, type Row } from './table.ts';

const count = 50;
const lengthMs = 8000;
const [port, callersPort] = [15_060, 15_160];
/** The agent never pauses. */
const speech = Array.from({ length: 40 }, () => 'One two three four five six.').join(' ');

/** Fifty telephone calls at once over SIP and RTP, each with an agent that speaks; the callers are in another thread. */
export async function measureSipCalls(): Promise<Row[]> {
  const ports = new RtpPorts('127.0.0.1', [21_000, 21_999]);
  const lines = new Set<SipLine>();
  const sockets = await openSipSockets({
    ...{ host: '127.0.0.1', port, publicAddress: undefined },
    onMessage: (message, peer) => endpoint.receive(message, peer),
    onFailed: (peer) => endpoint.transportFailed(peer),
  });
  const endpoint = new SipEndpoint({
    ...{ clock: realClock, userAgent: 'Bench', send: sockets.send, sentBy: sockets.addressFor },
    ...{ admits: () => true, permits: () => true },
    async onInvite(transaction) {
      let rtp: RtpSession | undefined;
      const pair = await ports.take({
        onPacket: (packet, from) => rtp?.receive(packet, from),
        onReport: (packet, from) => rtp?.receiveReport(packet, from),
      });
      const call = endpoint.accept(transaction, {
        address: '127.0.0.1',
        port: pair.port,
        isEncrypted: false,
      });
      rtp = new RtpSession({
        ...{ clock: realClock, wallClock: Date.now, signallingAddress: '127.0.0.1', send: pair.send },
        onSound: ({ codec, payload, sequence, spokenMs }) =>
          line.hear(codec, payload, { sequence, spokenMs }),
        onKey: (key) => line.hearKey(key),
      });
      const line: SipLine = new SipLine(
        {
          ...{ call, rtp, clock: realClock, transferMs: 1000 },
          ...{ reachable: (media) => media, addressOf: async () => '', reach: async () => line },
          onClosed() {
            pair.close();
            lines.delete(line);
          },
        },
        'ringing',
      );
      lines.add(line);
      if (line.answer()) converse(line);
    },
  });
  const workerData: SipCallers = { port, callersPort, count, lengthMs };
  const callers = new Worker(new URL('./sip-callers.ts', import.meta.url), { workerData });
  const before = process.threadCpuUsage();
  const [figures] = (await once(callers, 'message')) as [SipCallersFigures];
  const { user, system } = process.threadCpuUsage(before);
  await callers.terminate();
  for (const line of lines) line.hangUp();
  endpoint.close();
  await sockets.close();
  const name = `${count} SIP calls`;
  return [
    atLeast(`${name}, answered`, figures.answered, '', count),
    { name: `${name}, invitation to answer, p95`, value: figures.answerP95, unit: 'ms' },
    { name: `${name}, packets late by, p50`, value: figures.lateP50, unit: 'ms' },
    atMost(`${name}, packets late by, p99`, figures.lateP99, 'ms', 15),
    atLeast(`${name}, packets a second of each`, figures.perSecond, '', 49.5),
    { name: `${name}, processor of one core`, value: (user + system) / 10 / figures.tookMs, unit: '%' },
  ];
}

function converse(line: SipLine): void {
  const session = createCallSession({
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
  });
  line.ended.then(() => session.hangUp('user_hangup')).catch(() => undefined);
}
