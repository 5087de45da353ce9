import { createServer, type Socket } from 'node:net';

/**
 * Speaks OpenAI's chat protocol: 20 tokens an answer, the first after `delayMs`, the others at once. Its answers are made
 * beforehand and written to the socket as they are, because it shares the machine with what is measured.
 */
const delayMs = Number(process.argv[2] ?? 0);
const words = Array.from({ length: 20 }, (_, index) => `word${index} `);
const usage = { prompt_tokens: 12, completion_tokens: 20, total_tokens: 32 };
const envelope = { id: 'chatcmpl-bench', created: 1, model: 'bench' };

const whole = JSON.stringify({
  ...envelope,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: words.join('') }, finish_reason: 'stop' }],
  usage,
});

const frame = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const firstFrame = frame({ role: 'assistant', content: words[0] }, null);
const otherFrames = words.slice(1).map((content) => frame({ content }, null));
const lastFrames = `${frame({}, 'stop')}data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', choices: [], usage })}\n\ndata: [DONE]\n\n`;

const head = (lines: string) =>
  `HTTP/1.1 200 OK\r\nconnection: keep-alive\r\nkeep-alive: timeout=60\r\n${lines}\r\n\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

const wholeAnswer = Buffer.from(
  head(`content-type: application/json\r\ncontent-length: ${Buffer.byteLength(whole)}`) + whole,
);
const streamHead = head('content-type: text/event-stream\r\ntransfer-encoding: chunked');
const streamed = [
  Buffer.from(streamHead + chunk(firstFrame)),
  Buffer.from(otherFrames.map(chunk).join('')),
  Buffer.from(`${chunk(lastFrames)}0\r\n\r\n`),
];

function answer(socket: Socket, isStream: boolean): void {
  if (isStream) for (const part of streamed) socket.write(part);
  else socket.write(wholeAnswer);
}

/** Takes one whole request from the front; undefined while a part of it is missing. */
function takeRequest(read: Buffer): { body: Buffer; rest: Buffer } | undefined {
  const end = read.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(read.toString('latin1', 0, end))?.[1] ?? '0';
  const from = end + 4;
  const to = from + Number(length);
  return read.length < to ? undefined : { body: read.subarray(from, to), rest: read.subarray(to) };
}

const server = createServer((socket) => {
  let read: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (part: Buffer) => {
    read = read.length === 0 ? part : Buffer.concat([read, part]);
    for (let taken = takeRequest(read); taken; taken = takeRequest(read)) {
      read = taken.rest;
      const isStream = taken.body.includes('"stream":true');
      if (delayMs > 0) setTimeout(() => answer(socket, isStream), delayMs);
      else answer(socket, isStream);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
