import { createServer, type ServerResponse } from 'node:http';

/** Speaks OpenAI's chat protocol: 20 tokens an answer, the first after `delayMs`, the others at once. */
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

function answer(response: ServerResponse, isStream: boolean): void {
  if (!isStream) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(whole);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(firstFrame);
  for (const text of otherFrames) response.write(text);
  response.end(lastFrames);
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const isStream = Buffer.concat(parts).includes('"stream":true');
    if (delayMs > 0) setTimeout(() => answer(response, isStream), delayMs);
    else answer(response, isStream);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
