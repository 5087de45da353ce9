import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { writeRtp } from '../packages/sip/src/rtp/rtp-packet.ts';
import { percentile } from './percentile.ts';

export interface SipCallers {
  /** Of the server that is measured, and of the callers' signalling. */
  port: number;
  callersPort: number;
  count: number;
  lengthMs: number;
}

export interface SipCallersFigures {
  answered: number;
  answerP95: number;
  lateP50: number;
  lateP99: number;
  perSecond: number;
  tookMs: number;
}

const frameMs = 20;
const payload = new Uint8Array(160).fill(0xff);

/** One caller: when it was answered, and when each packet of the agent came. */
interface Caller {
  index: number;
  media: Socket;
  invitedAt: number;
  answeredAt?: number;
  came: number[];
  answer: string;
}

const { port, callersPort, count, lengthMs } = workerData as SipCallers;
const host = '127.0.0.1';

function requestOf(method: string, { index, answer }: Caller, body = ''): string {
  const tag = /^To:.*;tag=([^\s;]+)/im.exec(answer)?.[1];
  return [
    `${method} sip:+12025550123@${host}:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP ${host}:${callersPort};branch=z9hG4bK${method}${index};rport`,
    `From: <sip:+12025550199@${host}>;tag=c${index}`,
    `To: <sip:+12025550123@${host}>${tag === undefined ? '' : `;tag=${tag}`}`,
    `Call-ID: bench-${index}`,
    `CSeq: ${method === 'BYE' ? 2 : 1} ${method}`,
    `Contact: <sip:caller@${host}:${callersPort}>`,
    'Max-Forwards: 70',
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

async function openCaller(index: number): Promise<Caller> {
  const media = createSocket('udp4');
  media.bind(0, host);
  await once(media, 'listening');
  const caller: Caller = { index, media, invitedAt: 0, came: [], answer: '' };
  media.on('message', () => caller.came.push(performance.now()));
  return caller;
}

function descriptionOf({ media }: Caller): string {
  return [
    'v=0',
    `o=- 1 1 IN IP4 ${host}`,
    's=-',
    `c=IN IP4 ${host}`,
    't=0 0',
    `m=audio ${media.address().port} RTP/AVP 0`,
    'a=rtpmap:0 PCMU/8000',
    '',
  ].join('\r\n');
}

/** How late packets came: a line plays them by its own clock, which begins so that one in a hundred is in time. */
function latenessOf({ came }: Caller): number[] {
  const offsets = came.map((at, index) => at - index * frameMs);
  const earliest = Math.min(...offsets);
  return offsets.map((offset) => offset - earliest);
}

async function run(): Promise<SipCallersFigures> {
  const signalling = createSocket('udp4');
  signalling.bind(callersPort, host);
  await once(signalling, 'listening');
  const callers = await Promise.all(Array.from({ length: count }, (_, index) => openCaller(index)));
  const send = (text: string) => signalling.send(text, port, host);
  signalling.on('message', (bytes) => {
    const text = bytes.toString();
    const caller = callers[Number(/^Call-ID: bench-(\d+)/im.exec(text)?.[1])];
    if (!caller || !text.startsWith('SIP/2.0 200') || !/^CSeq: 1 INVITE/im.test(text)) return;
    caller.answeredAt ??= performance.now();
    caller.answer = text;
    send(requestOf('ACK', caller));
  });
  const beganAt = performance.now();
  let sequence = 0;
  const speak = setInterval(() => {
    sequence += 1;
    for (const { answer, media, index } of callers) {
      const to = Number(/^m=audio (\d+)/m.exec(answer)?.[1]);
      if (Number.isNaN(to)) continue;
      const timestamp = sequence * 160;
      media.send(
        writeRtp({ payloadType: 0, hasMarker: false, sequence, timestamp, ssrc: index + 1, payload }),
        to,
        host,
      );
    }
  }, frameMs);
  for (const caller of callers) {
    caller.invitedAt = performance.now();
    send(requestOf('INVITE', caller, descriptionOf(caller)));
    // They do not all call within the same millisecond.
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
  await new Promise((resolve) => setTimeout(resolve, lengthMs));
  clearInterval(speak);
  for (const caller of callers) send(requestOf('BYE', caller));
  const late = callers.flatMap(latenessOf).sort((one, other) => one - other);
  const waits = callers.flatMap(({ answeredAt, invitedAt }) =>
    answeredAt === undefined ? [] : [answeredAt - invitedAt],
  );
  const spans = callers.flatMap(({ came }) =>
    came.length < 2 ? [] : [((came.length - 1) * 1000) / ((came.at(-1) ?? 0) - (came[0] ?? 0))],
  );
  for (const { media } of callers) media.close();
  signalling.close();
  return {
    answered: waits.length,
    answerP95: percentile(
      waits.sort((one, other) => one - other),
      0.95,
    ),
    lateP50: percentile(late, 0.5),
    lateP99: percentile(late, 0.99),
    perSecond: spans.reduce((sum, value) => sum + value, 0) / Math.max(1, spans.length),
    tookMs: performance.now() - beganAt,
  };
}

parentPort?.postMessage(await run());
