import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoEmbedding } from '@tendril/catalogue/providers/demo/demo-embedding';

interface AskedEmbeddings {
  model: string;
  input: string[];
  encoding_format?: string;
}

/** A simulated vendor of embeddings with OpenAI's protocol; vectors of different models do not match, `refused` has none. */
export interface EmbeddingServer {
  /** For `EGRESS_ALLOW`. */
  readonly host: string;
  /** For the parameter `basepath` of its node. */
  readonly url: string;
  /** The requests so far. */
  readonly asked: AskedEmbeddings[];
  /** The most requests that waited at once. */
  mostWaiting(): number;
  /** Holds back the answers from now on to requests that `isHeld` names, until `release`. */
  hold(isHeld: (asked: AskedEmbeddings) => boolean): void;
  release(): void;
  /** The next requests are refused for their number. */
  limit(times: number, retryAfter: string): void;
  close(): void;
}

function vectorOf(model: string, text: string): number[] {
  const shift = [...model].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 256;
  const vector = demoEmbedding(text);
  return [...vector.slice(shift), ...vector.slice(0, shift)];
}

function answer(response: ServerResponse, { model, input, encoding_format }: AskedEmbeddings): void {
  const data = input.map((text, index) => {
    const vector = vectorOf(model, text);
    const embedding =
      encoding_format === 'base64'
        ? Buffer.from(Float32Array.from(vector).buffer).toString('base64')
        : vector;
    return { object: 'embedding', index, embedding };
  });
  const usage = { prompt_tokens: 1, total_tokens: 1 };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data, model, usage }));
}

/** Close it when done. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const asked: AskedEmbeddings[] = [];
  let waiting = 0;
  let mostWaiting = 0;
  let limited = { times: 0, retryAfter: '' };
  let isHeld: ((asked: AskedEmbeddings) => boolean) | undefined;
  let released = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const own = JSON.parse(body) as AskedEmbeddings;
    asked.push(own);
    waiting += 1;
    mostWaiting = Math.max(mostWaiting, waiting);
    if (isHeld?.(own)) await released.promise;
    waiting -= 1;
    if (own.model === 'refused') response.writeHead(401).end('{}');
    else if (limited.times > 0) {
      limited.times -= 1;
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': limited.retryAfter });
      response.end('{"error":{"message":"slow down","type":"rate_limit","param":null,"code":null}}');
    } else answer(response, own);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/v1`,
    asked,
    mostWaiting: () => mostWaiting,
    hold(wanted) {
      isHeld = wanted;
      released = Promise.withResolvers();
    },
    release() {
      isHeld = undefined;
      released.resolve();
    },
    limit(times, retryAfter) {
      limited = { times, retryAfter };
    },
    close() {
      released.resolve();
      server.closeAllConnections();
      server.close();
    },
  };
}
