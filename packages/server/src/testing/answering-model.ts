import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedMessage {
  role: string;
  content: string;
}

/** The model's answer to messages; a number is an error status. */
export type AnswerMessages = (messages: readonly AskedMessage[]) => string | number;

/** A simulated model vendor. */
export interface AnsweringModel {
  /** For `egressAllow`. */
  host: string;
  /** For the field `basePath` of its credential. */
  url: string;
  asked: { temperature?: number; messages: AskedMessage[] }[];
  close(): void;
}

/** A server of OpenAI’s API that returns whatever `answer` makes of the messages; `headers`: what else it says. */
export async function startAnsweringModel(
  answer: AnswerMessages,
  headers: Record<string, string> = {},
): Promise<AnsweringModel> {
  const asked: AnsweringModel['asked'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    // What a key is for beside chats: sound and sockets.
    if (!request.url?.includes('completions')) {
      response.writeHead(404).end('{}');
      return;
    }
    const question = JSON.parse(body);
    asked.push(question);
    const said = answer(question.messages);
    if (typeof said === 'number') {
      response.writeHead(said, { ...headers, 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'refused' } }));
      return;
    }
    const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };
    if (question.stream !== true) {
      const choice = { index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' };
      response.writeHead(200, { ...headers, 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
          ...{ choices: [choice], usage },
        }),
      );
      return;
    }
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
    const common = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
    const frame = (choice: object, usage?: object) =>
      `data: ${JSON.stringify({ ...common, choices: [{ index: 0, ...choice }], ...usage })}\n\n`;
    response.write(frame({ delta: { role: 'assistant', content: said }, finish_reason: null }));
    response.end(`${frame({ delta: {}, finish_reason: 'stop' }, { usage })}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/v1`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
