import { connect } from 'node:net';
import { createCall } from '@tendril/contract/api/calls';
import type { RegisteredCall } from '../../packages/server/src/testing/call-driver.ts';
import { faultsOfLog } from './check-answer.ts';
import { createDraw, type Draw } from './draw.ts';
import { FuzzServer } from './fuzz-server.ts';
import { drawFrames } from './socket-frames.ts';

interface SocketFuzzOptions {
  readonly seed: number;
  readonly sockets: number;
  log?(line: string): void;
}

interface SocketFuzzReport {
  readonly opened: number;
  readonly frames: number;
  readonly faults: readonly string[];
}

const socketsPerServer = 1000;
const silenceMs = 150;
const openMs = 10_000;

/** Opens lines of calls and sends on them what no page sends. */
export async function runSocketFuzz({
  seed,
  sockets,
  log = () => {},
}: SocketFuzzOptions): Promise<SocketFuzzReport> {
  const faults = new Set<string>();
  let [opened, frames] = [0, 0];
  for (let begin = 0; begin < sockets; begin += socketsPerServer) {
    const server = await FuzzServer.start();
    try {
      for (let place = begin; place < Math.min(begin + socketsPerServer, sockets); place += 1) {
        const draw = createDraw(seed, place);
        const sent = drawFrames(draw);
        const shown = await talk(server, draw, sent);
        if (shown.includes('101 Switching')) opened += 1;
        frames += sent.length;
        for (const fault of faultsOf(shown, server)) faults.add(`${place}: ${fault}`);
      }
      if (!(await server.isWell())) faults.add(`before ${begin + socketsPerServer}: the server is not well`);
      for (const fault of faultsOfLog(server.logLines, server.secrets)) faults.add(fault);
    } finally {
      await server.close();
    }
    log(`${opened} sockets, ${frames} messages, ${faults.size} faults`);
  }
  return { opened, frames, faults: [...faults] };
}

function faultsOf(shown: string, server: FuzzServer): string[] {
  const found: string[] = [];
  if (/\n\s+at .{1,200}:\d+:\d+|node_modules\//.test(shown))
    found.push(`tells a stack: ${shown.slice(0, 300)}`);
  if (server.secrets.some((secret) => shown.includes(secret))) found.push('tells a secret');
  if (!shown.startsWith('HTTP/1.1 101')) found.push(`was not opened: ${shown.slice(0, 200)}`);
  return found;
}

/** Registers a call, opens its line, sends everything and reads until the line is silent or closed. */
async function talk(server: FuzzServer, draw: Draw, frames: readonly Buffer[]): Promise<string> {
  const body = { agentId: server.thing('agent'), channel: draw.pick(['text', 'audio']), version: 'draft' };
  const call = {
    method: 'POST',
    target: createCall.path,
    payload: JSON.stringify(body),
    isRaw: false,
    breakage: 'valid',
  };
  const headers = { 'content-type': 'application/json' };
  const answer = await server.send(
    { ...call, headers },
    'owner',
    `10.9.${draw.below(250)}.${draw.below(250)}`,
  );
  if (answer === 'late' || answer.status >= 300) return answer === 'late' ? 'late' : answer.body;
  const { socketPath, token } = JSON.parse(answer.body) as RegisteredCall;
  const head = [
    `GET ${socketPath}?token=${token} HTTP/1.1`,
    `host: 127.0.0.1:${server.port}`,
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const end = () => resolve(Buffer.concat(parts).toString('latin1'));
    const socket = connect(server.port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    socket.once('data', () => {
      for (const frame of frames) socket.write(frame);
      socket.setTimeout(silenceMs);
    });
    socket.on('data', (part) => parts.push(part));
    // Closing is an answer too.
    socket.on('error', () => {}).on('close', end);
    socket.setTimeout(openMs, () => socket.destroy());
  });
}
