import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What the model answers next: words one after the other, or a refusal. */
export interface Script {
  words: readonly string[];
  /** Pause between two words. */
  everyMs?: number;
  refusal?: { status: number; message: string };
}

export interface ScriptedModel {
  port: number;
  /** What every answer from now on says. */
  play(script: Script): void;
  /** Sends the rest of the answers in progress at once. */
  finish(): void;
  /** Answers in progress. */
  open(): number;
  /** Answers whose caller left before their end. */
  cut(): number;
  /** Bodies of the requests, oldest first. */
  requests: { messages: { role: string; content: unknown }[] }[];
  close(): Promise<void>;
}

const frame = (delta: object, reason: string | null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

async function readJson(request: IncomingMessage) {
  let text = '';
  for await (const part of request) text += part;
  return JSON.parse(text);
}

/** A server of OpenAI's API that answers as the test says. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: ScriptedModel['requests'] = [];
  const underWay = new Map<ServerResponse, () => void>();
  let script: Script = { words: ['Hello.'] };
  let cut = 0;

  function stream(response: ServerResponse, { words, everyMs = 5 }: Script): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const rest = [...words];
    const sendNext = () => {
      const word = rest.shift();
      if (word !== undefined) response.write(frame({ role: 'assistant', content: word }, null));
      if (rest.length > 0) return;
      clearInterval(timer);
      response.end(`${frame({}, 'stop')}data: [DONE]\n\n`);
    };
    const timer = setInterval(sendNext, everyMs);
    underWay.set(response, () => {
      while (rest.length > 0) sendNext();
    });
    response.on('close', () => {
      clearInterval(timer);
      underWay.delete(response);
      if (rest.length > 0) cut += 1;
    });
  }

  function answer(response: ServerResponse, { words }: Script): void {
    const message = { role: 'assistant', content: words.join('') };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'scripted', choices }),
    );
  }

  const server = createServer(async (request, response) => {
    const asked = await readJson(request);
    requests.push(asked);
    if (!script.refusal) return asked.stream ? stream(response, script) : answer(response, script);
    const { status, message } = script.refusal;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message, type: 'refused', code: 'refused' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    play: (next) => {
      script = next;
    },
    finish: () => {
      for (const sendRest of underWay.values()) sendRest();
    },
    open: () => underWay.size,
    cut: () => cut,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
