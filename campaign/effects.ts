import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const words = 8;

/** A local server outside of flows: it notes when each step had its effect, and plays the model of chats. */
export interface Effects {
  readonly port: number;
  /** When each effect was asked for, by question and step; of a chat by question alone. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  close(): void;
}

const tokenFrame = (content: string) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'local', choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })}\n\n`;

interface Asked {
  key: string;
  /** Of a model. */
  isStream: boolean;
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  let text = '';
  for await (const part of request) text += part;
  if (request.method !== 'POST')
    return { key: decodeURIComponent((request.url ?? '').slice(1)), isStream: false };
  const body = JSON.parse(text) as { messages: { role: string; content: string }[]; stream?: boolean };
  const key = body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return { key, isStream: body.stream === true };
}

const wholeAnswer = () => {
  const content = Array.from({ length: words }, (_, word) => `word${word + 1} `).join('');
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  return JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'local', choices });
};

function streamWords(response: ServerResponse, takesMs: number): void {
  let sent = 0;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(() => {
    sent += 1;
    response.write(tokenFrame(`word${sent} `));
    if (sent < words) return;
    clearInterval(timer);
    response.end('data: [DONE]\n\n');
  }, takesMs / words);
  response.on('close', () => clearInterval(timer));
}

/** Starts it; each effect takes `takesMs`, an answer of the model twice as long. */
export async function startEffects(takesMs: number): Promise<Effects> {
  const times = new Map<string, number[]>();
  const server = createServer(async (request, response) => {
    const at = Date.now();
    const { key, isStream } = await readAsked(request);
    times.set(key, [...(times.get(key) ?? []), at]);
    if (isStream) streamWords(response, takesMs * 2);
    else if (request.method === 'POST')
      setTimeout(
        () => response.setHeader('content-type', 'application/json').end(wholeAnswer()),
        takesMs * 2,
      );
    else setTimeout(() => response.end('done'), takesMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    times,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
