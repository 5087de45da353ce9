import { callCommand } from '@tendril/contract/voice/call-socket';
import * as z from 'zod';
import type { JsonSchema } from '../../packages/server/src/testing/schema-sample.ts';
import { drawBroken } from './broken-values.ts';
import type { Draw } from './draw.ts';
import { drawValid } from './draw-valid.ts';

const commandSchema = z.toJSONSchema(callCommand, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
const [continuation, text, binary, close, ping, pong] = [0, 1, 2, 8, 9, 10] as const;

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  readonly isLast?: boolean;
  readonly isMasked?: boolean;
  readonly reserved?: number;
}

/** The bytes of a frame of a client, also of one that no client may send. */
export function encodeFrame({
  opcode,
  payload,
  isLast = true,
  isMasked = true,
  reserved = 0,
}: Frame): Buffer {
  const size = payload.length;
  const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10);
  head[0] = (isLast ? 0x80 : 0) | (reserved << 4) | opcode;
  head[1] = (isMasked ? 0x80 : 0) | (size < 126 ? size : size < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(size, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2);
  if (!isMasked) return Buffer.concat([head, payload]);
  const mask = Buffer.from([1, 2, 3, 4]);
  return Buffer.concat([head, mask, payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

const command = (draw: Draw) => drawValid(commandSchema, draw);

/** What may come over a line that somebody controls: the right thing, the wrong thing, and no thing at all. */
const messages: readonly ((draw: Draw) => Buffer)[] = [
  (draw) => encodeFrame({ opcode: text, payload: Buffer.from(JSON.stringify(command(draw))) }),
  (draw) =>
    encodeFrame({
      opcode: text,
      payload: Buffer.from(JSON.stringify({ ...(command(draw) as object), extra: drawBroken(draw) })),
    }),
  (draw) => encodeFrame({ opcode: text, payload: Buffer.from(JSON.stringify(drawBroken(draw))) }),
  (draw) => {
    const broken = command(draw) as Record<string, unknown>;
    broken[draw.pick(Object.keys(broken))] = drawBroken(draw);
    return encodeFrame({ opcode: text, payload: Buffer.from(JSON.stringify(broken)) });
  },
  (draw) =>
    encodeFrame({
      opcode: text,
      payload: Buffer.from(JSON.stringify(command(draw)).slice(0, draw.below(20))),
    }),
  () => encodeFrame({ opcode: text, payload: Buffer.from('['.repeat(30_000)) }),
  () => encodeFrame({ opcode: text, payload: Buffer.from([0xc3, 0x28]) }),
  () => encodeFrame({ opcode: text, payload: Buffer.alloc(70_000, 'x') }),
  (draw) =>
    encodeFrame({
      opcode: binary,
      payload: Buffer.alloc(draw.pick([0, 1, 3, 640, 641, 60_000]), draw.below(256)),
    }),
  (draw) => encodeFrame({ opcode: draw.pick([3, 7, 11, 15]), payload: Buffer.from('x') }),
  (draw) => encodeFrame({ opcode: text, payload: Buffer.from('{}'), reserved: 1 + draw.below(7) }),
  () => encodeFrame({ opcode: text, payload: Buffer.from('{}'), isMasked: false }),
  () =>
    Buffer.concat(
      Array.from({ length: 50 }, (_, index) =>
        encodeFrame({
          opcode: index === 0 ? text : continuation,
          payload: Buffer.alloc(2000, 'x'),
          isLast: false,
        }),
      ),
    ),
  () => encodeFrame({ opcode: continuation, payload: Buffer.from('x') }),
  () =>
    Buffer.concat(
      Array.from({ length: 300 }, () => encodeFrame({ opcode: ping, payload: Buffer.alloc(100) })),
    ),
  () => encodeFrame({ opcode: ping, payload: Buffer.alloc(500) }),
  () => encodeFrame({ opcode: pong, payload: Buffer.from('unasked') }),
  (draw) => encodeFrame({ opcode: close, payload: Buffer.from([draw.below(256), draw.below(256), 0xff]) }),
  () => encodeFrame({ opcode: close, payload: Buffer.from([1]) }),
  () => Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  () => Buffer.from('GET / HTTP/1.1\r\n\r\n'),
];

/** What one client sends on its line. */
export function drawFrames(draw: Draw): Buffer[] {
  return Array.from({ length: 1 + draw.below(8) }, () => draw.pick(messages)(draw));
}
