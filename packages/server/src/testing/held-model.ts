import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A simulated model vendor that answers only when the test lets it. */
export interface HeldModel {
  /** For `EGRESS_ALLOW`. */
  readonly host: string;
  /** For the parameter `basepath` of its node. */
  readonly url: string;
  /** How many questions wait. */
  waiting(): number;
  /** Answers every waiting question. */
  answer(text: string): void;
  close(): void;
}

/** A server of OpenAI's API whose responses stay open until the test ends them. */
export async function startHeldModel(): Promise<HeldModel> {
  const held = new Map<ServerResponse, boolean>();
  const common = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
  const frame = (choice: object) =>
    `data: ${JSON.stringify({ ...common, choices: [{ index: 0, ...choice }] })}\n\n`;
  const whole = (content: string) =>
    JSON.stringify({
      ...{ ...common, object: 'chat.completion' },
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const isStream = (JSON.parse(body) as { stream?: boolean }).stream === true;
    if (isStream) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    held.set(response, isStream);
    response.on('close', () => held.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/v1`,
    waiting: () => held.size,
    answer(text) {
      for (const [response, isStream] of held) {
        if (isStream) {
          response.write(frame({ delta: { role: 'assistant', content: text }, finish_reason: null }));
          response.end(`${frame({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
        } else response.writeHead(200, { 'content-type': 'application/json' }).end(whole(text));
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
