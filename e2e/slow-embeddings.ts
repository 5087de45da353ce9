import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlowEmbeddings {
  port: number;
  /** Requests that wait for an answer. */
  waiting(): number;
  /** Answers from now on, at once. */
  release(): void;
  close(): Promise<void>;
}

/** Plays a vendor of embeddings that keeps its callers waiting until it is released. */
export async function startSlowEmbeddings(): Promise<SlowEmbeddings> {
  const open = new Set<ServerResponse>();
  let isHolding = true;
  const server = createServer(async (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (isHolding) return;
    const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 1, 0] }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    waiting: () => open.size,
    release: () => {
      isHolding = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
