import { Socket } from 'node:net';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testContext } from '../testing/run-context.ts';
import { elasticStore } from './elastic-store.ts';
import { openSearchCalls } from './open-search-calls.ts';
import { pineconeStore } from './pinecone-store.ts';
import { supabaseStore } from './supabase-store.ts';
import { upstashStore } from './upstash-store.ts';

const key = 'CANARY-key-0001';
const megabyte = 1024 * 1024;
const passage = {
  ...{ id: '00000000-0000-8000-a000-000000000001', pageContent: 'a', metadata: {} },
  vector: [1, 0],
};
const query = { text: 'a', vector: [1, 0], count: 1, wantsVectors: false };

interface ClientCase {
  open(): OutsideStore;
  /** The answer to a request, `POST /path`, that is fine. */
  answer(request: string): unknown;
}

const dialect = {
  ...{ service: 'OpenSearch', indexBody: () => ({}), searchBody: () => ({}) },
  toCosine: (score: number) => score,
};
const vendors: Record<string, ClientCase> = {
  Pinecone: {
    open: () => pineconeStore({ apiKey: key, index: 'shop' }),
    answer: (request) => {
      if (request === 'GET /indexes/shop') return { name: 'shop', host: 'shop-1.svc.eu.pinecone.io' };
      if (request === 'POST /query') return { matches: [{ id: '1', score: 1, metadata: { text: 'a' } }] };
      return { namespaces: { __default__: { vectorCount: 1 } }, upsertedCount: 1 };
    },
  },
  Supabase: {
    open: () =>
      supabaseStore({
        ...{ url: 'https://p.supabase.co', apiKey: key, table: 'docs', queryName: 'match' },
        hasOwnIds: true,
      }),
    answer: (request) => (request.includes('/rpc/') ? [{ id: 1, content: 'a', similarity: 1 }] : undefined),
  },
  'Upstash Vector': {
    open: () => upstashStore({ url: 'https://u.upstash.io', token: key }),
    answer: (request) => {
      if (request === 'POST /query')
        return { result: [{ id: '1', score: 1, metadata: { _pageContentLC: 'a' } }] };
      return { result: request === 'POST /info' ? { vectorCount: 1 } : 'Success' };
    },
  },
  OpenSearch: {
    open: () =>
      elasticStore({
        dialect,
        calls: openSearchCalls({
          ...{ url: 'https://o.test', index: 'shop', authorization: `Basic ${key}`, secrets: [key] },
        }),
      }),
    answer: (request) => {
      if (request.endsWith('/_search'))
        return { hits: { hits: [{ _id: '1', _score: 1, _source: { text: 'a', metadata: {} } }] } };
      return request.endsWith('/_count') ? { count: 1 } : { errors: false, items: [] };
    },
  },
};

const contextWith = (fetch: FetchFunction, signal = new AbortController().signal) =>
  testContext({ services: { fetch }, signal });

/** What its store says of a search that is answered like this. */
const failureOf = async (vendor: ClientCase, fetch: FetchFunction) =>
  vendor
    .open()
    .search(query, contextWith(fetch))
    .catch((error: Error) => error);

/** A vendor that never answers: its request ends by its signal only. */
const hang: FetchFunction = (_input, init) =>
  new Promise((_resolve, reject) => {
    const { signal } = init ?? {};
    const end = () => reject(signal?.reason as Error);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(Object.entries(vendors))('the client of %s', (name, vendor) => {
  it('sends every request by the fetch that it is given', async () => {
    const asked: string[] = [];
    const forbidden = () => {
      throw new Error('past the way out');
    };
    const global = vi.spyOn(globalThis, 'fetch').mockImplementation(forbidden);
    const dialed = vi.spyOn(Socket.prototype, 'connect').mockImplementation(forbidden);
    const context = contextWith(async (input, init) => {
      const { pathname, hostname } = new URL(input instanceof Request ? input.url : input);
      const request = `${init?.method ?? 'GET'} ${pathname}`;
      asked.push(request);
      expect([...new Headers(init?.headers).values(), hostname].join(' ')).toContain(key);
      expect(init?.redirect).toBe('manual');
      const answer = vendor.answer(request);
      return answer === undefined ? new Response(null, { status: 201 }) : Response.json(answer);
    });
    const store = vendor.open();
    await store.insert([passage], context);
    const found = await store.search(query, context);
    expect(found).toMatchObject([{ id: '1', pageContent: 'a', score: 1 }]);
    if (store.count) expect(await store.count(context)).toBe(1);
    await store.remove?.([passage.id], context);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(global).not.toHaveBeenCalled();
    expect(dialed).not.toHaveBeenCalled();
  });

  it('gives up a vendor that does not answer, after half a minute and one request', async () => {
    const limit = new AbortController();
    const limited = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    let times = 0;
    const failure = await failureOf(vendor, (input, init) => {
      times += 1;
      queueMicrotask(() => limit.abort(new DOMException('The time is up.', 'TimeoutError')));
      return hang(input, init);
    });
    expect(failure).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: `${name} took too long to answer.`,
    });
    expect(limited).toHaveBeenCalledWith(30_000);
    expect(times).toBe(1);
  });

  it('ends with the run', async () => {
    const stop = new AbortController();
    const context = contextWith((input, init) => {
      queueMicrotask(() => stop.abort());
      return hang(input, init);
    }, stop.signal);
    await expect(vendor.open().search(query, context)).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
  });

  it('follows no redirect', async () => {
    let times = 0;
    const failure = await failureOf(vendor, async () => {
      times += 1;
      return new Response(null, { status: 307, headers: { location: 'http://169.254.169.254/' } });
    });
    expect(failure).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', message: expect.stringContaining(name) });
    expect(times).toBe(1);
  });

  it('refuses an answer that is too large, and reads no further', async () => {
    let read = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          read += 1;
          controller.enqueue(new Uint8Array(megabyte).fill(32));
        },
      });
    const failure = await failureOf(vendor, async () => new Response(endless()));
    expect(failure).toMatchObject({ code: 'TOO_LARGE', message: `${name} returned more than 16 MB.` });
    expect(read).toBeLessThan(24);
  });

  it('tries nothing again by itself, and says what was refused without the key', async () => {
    let times = 0;
    const failure = await failureOf(vendor, async () => {
      times += 1;
      return Response.json({ message: `no ${key}` }, { status: times === 1 ? 503 : 200 });
    });
    expect(failure).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(times).toBe(1);
    const refused = await failureOf(vendor, async () =>
      Response.json({ message: `no ${key}` }, { status: 400 }),
    );
    expect((refused as Error).message).toBe(`${name} rejected the request: no …`);
  });

  it('says in words that an answer cannot be read', async () => {
    for (const answer of ['not JSON', '{"unknown":true}', '[]', '7'])
      expect([
        answer,
        await failureOf(
          vendor,
          async () => new Response(answer, { headers: { 'content-type': 'application/json' } }),
        ),
      ]).toMatchObject([
        answer,
        answer === '[]' && name === 'Supabase'
          ? []
          : { code: 'PROVIDER_UNAVAILABLE', message: `${name} returned a response that could not be read.` },
      ]);
  });
});
