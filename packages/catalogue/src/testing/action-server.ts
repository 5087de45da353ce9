import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ActionRequestSeen {
  /** Method and path with query, decoded where that is safe to read. */
  request: string;
  headers: IncomingMessage['headers'];
  /** Parsed where it is JSON. */
  body: unknown;
}

interface ActionServer {
  url: string;
  asked: ActionRequestSeen[];
  /** What the next requests are answered with; 'hang' answers none. */
  play(answer: { status: number; body?: unknown } | 'hang'): void;
  close(): void;
}

/** A local server that plays a vendor with an API of plain requests. */
export async function startActionServer(): Promise<ActionServer> {
  let playing: { status: number; body?: unknown } | 'hang' = { status: 200 };
  const asked: ActionRequestSeen[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const isJson = request.headers['content-type']?.includes('json');
    const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
    asked.push({ request: `${request.method} ${request.url}`, headers: request.headers, body });
    if (playing === 'hang') return;
    response.writeHead(playing.status);
    response.end(playing.body === undefined ? '' : JSON.stringify(playing.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    play(answer) {
      playing = answer;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
