import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testContext } from '@tendril/catalogue/testing/run-context';
import { elasticStore } from '@tendril/catalogue/vector-databases/elastic-store';
import { openSearchCalls } from '@tendril/catalogue/vector-databases/open-search-calls';
import { pineconeStore } from '@tendril/catalogue/vector-databases/pinecone-store';
import { supabaseStore } from '@tendril/catalogue/vector-databases/supabase-store';
import { upstashStore } from '@tendril/catalogue/vector-databases/upstash-store';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type Egress } from '../../../platform/egress/egress.ts';

const key = 'CANARY-key-0001';
const dialect = {
  ...{ service: 'OpenSearch', indexBody: () => ({}), searchBody: () => ({}) },
  toCosine: (score: number) => score,
};
const stores: Record<string, (url: string) => OutsideStore> = {
  Supabase: (url) =>
    supabaseStore({ ...{ url, apiKey: key, table: 'docs', queryName: 'match' }, hasOwnIds: true }),
  'Upstash Vector': (url) => upstashStore({ url, token: key }),
  OpenSearch: (url) =>
    elasticStore({
      dialect,
      calls: openSearchCalls({ ...{ url, index: 'shop', authorization: key, secrets: [key] } }),
    }),
};

/** A local server that answers as the test says, and counts. */
async function startVendor() {
  let asked = 0;
  let answer = (response: ServerResponse): unknown => response.end();
  const server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}` },
    asked: () => asked,
    play(next: typeof answer) {
      answer = next;
      asked = 0;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

let allowed: Awaited<ReturnType<typeof startVendor>>;
let inside: Awaited<ReturnType<typeof startVendor>>;
let egress: Egress;
beforeAll(async () => {
  allowed = await startVendor();
  inside = await startVendor();
  egress = createEgress({ egressAllow: [allowed.host] });
});
afterAll(async () => {
  await egress.close();
  allowed.close();
  inside.close();
});

const search = (store: OutsideStore, signal = new AbortController().signal) =>
  store.search(
    { text: 'a', vector: [1, 0], count: 1, wantsVectors: false },
    testContext({ services: { fetch: egress.fetch }, signal }),
  );
const failureOf = (store: OutsideStore, signal?: AbortSignal) =>
  search(store, signal).catch((error: Error) => error);

describe.each(Object.entries(stores))('%s by its own client, over the real way out', (name, open) => {
  it('reaches no address of the network inside, neither at first nor by a redirect', async () => {
    inside.play((response) => response.end('[]'));
    expect(await failureOf(open(inside.url))).toMatchObject({ code: 'EGRESS_DENIED' });
    allowed.play((response) => response.writeHead(307, { location: `${inside.url}/secret` }).end());
    const failure = await failureOf(open(allowed.url));
    expect(failure).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: `${name} returned a response that could not be read.`,
    });
    expect(allowed.asked()).toBe(1);
    expect(inside.asked()).toBe(0);
  });

  it('ends its request with the run while the vendor is silent', async () => {
    const stop = new AbortController();
    const closed = new Promise<void>((resolve) => {
      allowed.play((response) => {
        response.on('close', resolve);
        stop.abort();
      });
    });
    expect(await failureOf(open(allowed.url), stop.signal)).toMatchObject({ code: 'RUN_CANCELLED' });
    await closed;
  });

  it('takes no more of an answer than it may be large', async () => {
    const closed = new Promise<void>((resolve) => {
      allowed.play((response) => {
        response.on('close', resolve);
        const piece = Buffer.alloc(1024 * 1024, ' ');
        const write = () => {
          while (!response.destroyed && response.write(piece));
        };
        response.on('drain', write);
        write();
      });
    });
    const failure = await failureOf(open(allowed.url));
    expect(failure).toMatchObject({ code: 'TOO_LARGE' });
    expect(JSON.stringify(failure)).not.toContain(key);
    await closed;
  });
});

it('Pinecone asks its own hosts only, whatever its answer names', async () => {
  inside.play((response) => response.end('{}'));
  const asked: string[] = [];
  const store = pineconeStore({ apiKey: key, index: 'shop' });
  const context = testContext({
    services: {
      fetch: async (input) => {
        asked.push(String(input));
        return Response.json({ name: 'shop', host: inside.host });
      },
    },
  });
  await expect(store.count?.(context)).rejects.toMatchObject({
    code: 'PROVIDER_REFUSED',
    message: 'Pinecone named an address that is not its own.',
  });
  expect(asked).toEqual(['https://api.pinecone.io/indexes/shop']);
  expect(inside.asked()).toBe(0);
});
