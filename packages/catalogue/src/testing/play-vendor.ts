import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchFunction } from '@tendril/contract/node/run-context';

export interface PlayedRequest {
  /** The address that the node asked for: method, origin, path and query. */
  request: string;
  headers: IncomingMessage['headers'];
  /** Parsed where it is JSON. */
  body: unknown;
}

interface PlayedAnswer {
  status?: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

export type PlayAnswer = (asked: PlayedRequest) => PlayedAnswer | undefined;

/** A local server that plays vendors by rules, and the fetch whose requests all end there. */
export interface PlayedVendor {
  fetch: FetchFunction;
  asked: PlayedRequest[];
  /** From now on; a request without an answer is refused with 501. */
  play(answer: PlayAnswer): void;
  close(): void;
}

/** Starts a local server that answers what the test says, whatever host is asked for. */
export async function playVendor(): Promise<PlayedVendor> {
  const asked: PlayedRequest[] = [];
  let answerOf: PlayAnswer = () => undefined;
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const isJson = incoming.headers['content-type']?.includes('json') && !text.includes('}\n{');
    const origin = String(incoming.headers['x-played-origin'] ?? '');
    const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
    const played = {
      request: `${incoming.method} ${origin}${incoming.url}`,
      headers: incoming.headers,
      body,
    };
    asked.push(played);
    const { status = 200, body: answer, text: words, headers } = answerOf(played) ?? { status: 501 };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(words ?? (answer === undefined ? '' : JSON.stringify(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    fetch(input, init) {
      const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input);
      const headers = new Headers(init?.headers);
      headers.set('x-played-origin', origin);
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers });
    },
    play(answer) {
      answerOf = answer;
      asked.splice(0);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
