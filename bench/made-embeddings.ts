import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seeded } from '@tendril/catalogue/testing/corpus/seeded-words';

const dimensions = 1536;

interface MadeEmbeddings {
  url: string;
  host: string;
  /** How many texts it has embedded. */
  count(): number;
  close(): void;
}

/** A vendor that takes no time: one of a few vectors for each text, made before. */
export async function startMadeEmbeddings(): Promise<MadeEmbeddings> {
  const random = seeded(1);
  const vectors = Array.from({ length: 64 }, () => {
    const values = Float32Array.from({ length: dimensions }, () => random() - 0.5);
    return { base64: Buffer.from(values.buffer).toString('base64'), numbers: [...values] };
  });
  let count = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { input, encoding_format: format } = JSON.parse(body) as {
      input: string[];
      encoding_format?: string;
    };
    const data = input.map((_, index) => {
      count += 1;
      const vector = vectors[count % vectors.length];
      return {
        object: 'embedding',
        index,
        embedding: format === 'base64' ? vector?.base64 : vector?.numbers,
      };
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ object: 'list', data, model: 'made', usage: { prompt_tokens: 1, total_tokens: 1 } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/v1`, count: () => count, close: () => server.close() };
}
