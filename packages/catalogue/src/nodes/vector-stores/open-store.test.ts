import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayAnswer, type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, readValues } from '../../testing/run-node.ts';

type Points = Map<string, number[]>;
interface Asked {
  [field: string]: unknown;
}

/** A vendor that keeps vectors by their ids, in its own shapes. */
interface KeepingVendor {
  given: Record<string, unknown>;
  secret: Record<string, string>;
  play(points: Points): PlayAnswer;
  /** It says how many it has. */
  counts?: false;
}

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
const nearest = (points: Points, vector: unknown, count: unknown) =>
  [...points]
    .map(([id, own]) => ({ id, score: dot(own, vector as number[]) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, Number(count));
const ok = { body: {} };
const put = (points: Points, rows: unknown, idKey: string, vectorKey: string) => {
  for (const row of rows as Asked[]) points.set(String(row[idKey]), row[vectorKey] as number[]);
};
const take = (points: Points, ids: unknown) => {
  for (const id of ids as string[]) points.delete(id);
};

/** Elasticsearch and OpenSearch differ in the question only. */
function playElastic(points: Points, questionOf: (body: Asked) => unknown): PlayAnswer {
  return ({ request, body }) => {
    if (request.endsWith('/_count')) return { body: { count: points.size } };
    if (request.endsWith('/_search')) {
      const { size } = body as Asked;
      const hits = nearest(points, questionOf(body as Asked), size).map(({ id, score }) => ({
        ...{ _id: id, _score: (score + 1) / 2, _source: { text: '', metadata: {} } },
      }));
      return { body: { hits: { hits } } };
    }
    if (!request.includes('_bulk')) return ok;
    const lines = (typeof body === 'string' ? body.trim().split('\n') : [JSON.stringify(body)]).map(
      (line) => JSON.parse(line) as { index?: Asked; delete?: Asked; embedding?: number[] },
    );
    for (const [at, line] of lines.entries()) {
      if (line.index) points.set(String(line.index['_id']), lines[at + 1]?.embedding ?? []);
      if (line.delete) points.delete(String(line.delete['_id']));
    }
    return { body: { errors: false, items: [] } };
  };
}

const vendors: Record<string, KeepingVendor> = {
  pinecone: {
    given: { pineconeIndex: 'shop' },
    secret: { pineconeApiKey: 'k' },
    play:
      (points) =>
      ({ request, body }) => {
        if (request.startsWith('GET')) return { body: { host: 'shop-1.svc.eu.pinecone.io' } };
        const { vectors, vector, topK, ids } = (body ?? {}) as Asked;
        if (request.endsWith('/upsert')) put(points, vectors, 'id', 'values');
        if (request.endsWith('/delete')) take(points, ids);
        if (request.endsWith('/query')) return { body: { matches: nearest(points, vector, topK) } };
        if (request.endsWith('_stats')) return { body: { namespaces: { '': { vectorCount: points.size } } } };
        return ok;
      },
  },
  chroma: {
    given: { chromaURL: 'https://chroma.test', collectionName: 'shop' },
    secret: {},
    play:
      (points) =>
      ({ request, body }) => {
        const { ids, embeddings, query_embeddings: asked, n_results: count } = (body ?? {}) as Asked;
        if (request.endsWith('/count')) return { text: String(points.size) };
        if (request.endsWith('/upsert'))
          for (const [at, id] of (ids as string[]).entries())
            points.set(id, (embeddings as number[][])[at] ?? []);
        if (request.endsWith('/delete')) take(points, ids);
        if (!request.endsWith('/query')) return { body: { id: 'c1', metadata: null } };
        return { body: { ids: [nearest(points, (asked as unknown[])[0], count).map(({ id }) => id)] } };
      },
  },
  weaviate: {
    given: { weaviateConnectionType: 'cloud', weaviateHost: 'w.test', weaviateIndex: 'shop' },
    secret: {},
    play:
      (points) =>
      ({ request, body }) => {
        if (request.includes('/schema')) return { body: { properties: [] } };
        if (request.startsWith('DELETE')) {
          points.delete(request.split('/').at(-1) ?? '');
          return { text: '' };
        }
        const { objects, query = '' } = body as { objects?: unknown; query?: string };
        if (objects) {
          put(points, objects, 'id', 'vector');
          return { body: [{ result: {} }] };
        }
        if (query.startsWith('{Aggregate'))
          return { body: { data: { Aggregate: { Shop: [{ meta: { count: points.size } }] } } } };
        const vector = JSON.parse(/vector:(\[[^\]]*\])/.exec(query)?.[1] ?? '[]') as number[];
        const rows = nearest(points, vector, /limit:(\d+)/.exec(query)?.[1]).map(({ id, score }) => ({
          ...{ text: '', _additional: { id, distance: 1 - score } },
        }));
        return { body: { data: { Get: { Shop: rows } } } };
      },
  },
  upstash: {
    given: {},
    secret: { UPSTASH_VECTOR_REST_URL: 'https://u.upstash.io', UPSTASH_VECTOR_REST_TOKEN: 'k' },
    play:
      (points) =>
      ({ request, body }) => {
        const { ids, vector, topK } = (body ?? {}) as Asked;
        if (request.endsWith('/upsert')) put(points, body, 'id', 'vector');
        if (request.endsWith('/delete')) take(points, ids);
        if (request.endsWith('/info')) return { body: { result: { vectorCount: points.size } } };
        return { body: { result: request.endsWith('/query') ? nearest(points, vector, topK) : 'Success' } };
      },
  },
  supabase: {
    given: { supabaseProjUrl: 'https://p.supabase.co', tableName: 'docs', queryName: 'match' },
    secret: { supabaseApiKey: 'k' },
    counts: false,
    play:
      (points) =>
      ({ request, body }) => {
        if (request.startsWith('DELETE')) {
          const list = new URL(request.slice(7)).searchParams.get('id') ?? '';
          take(points, list.slice(4, -1).split(','));
          return { text: '' };
        }
        const { query_embedding: vector, match_count: count } = body as Asked;
        if (request.includes('/rpc/')) return { body: nearest(points, vector, count) };
        put(points, body, 'id', 'embedding');
        return { text: '' };
      },
  },
  elasticsearch: {
    given: { indexName: 'shop', similarity: 'cosine' },
    secret: { endpoint: 'https://e.test', apiKey: 'k' },
    play: (points) => playElastic(points, ({ knn }) => (knn as Asked)['query_vector']),
  },
  openSearch: {
    given: { indexName: 'shop', engine: 'lucene', spaceType: 'cosinesimil' },
    secret: { openSearchUrl: 'https://o.test' },
    play: (points) =>
      playElastic(points, ({ query }) => (query as { knn: { embedding: Asked } }).knn.embedding['vector']),
  },
  milvus: {
    given: { milvusServerUrl: 'https://m.test', milvusCollection: 'shop' },
    secret: {},
    play:
      (points) =>
      ({ request, body }) => {
        const data = (value: unknown) => ({ body: { code: 0, data: value } });
        const asked = body as Asked;
        const key = 'langchain_primaryid';
        if (request.endsWith('/has')) return data({ has: true });
        if (request.endsWith('/describe'))
          return data({
            enableDynamicField: true,
            fields: [
              { name: key, type: 'VarChar', primaryKey: true },
              { name: 'langchain_vector', type: 'FloatVector' },
            ],
            indexes: [{ fieldName: 'langchain_vector', metricType: 'COSINE' }],
          });
        if (request.endsWith('/upsert')) put(points, asked['data'], key, 'langchain_vector');
        if (request.endsWith('/delete'))
          take(points, JSON.parse(/\[.*\]/.exec(String(asked['filter']))?.[0] ?? '[]'));
        if (request.endsWith('/query')) return data([{ 'count(*)': points.size }]);
        if (!request.endsWith('/search')) return data({});
        const [vector] = asked['data'] as unknown[];
        return data(
          nearest(points, vector, asked['limit']).map(({ id, score }) => ({ [key]: id, distance: score })),
        );
      },
  },
};

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

describe.each(Object.entries(vendors))('a knowledge base at %s', (name, { given, secret, play, counts }) => {
  it('has each vector once, finds it by its id, and lets it go', async () => {
    const points: Points = new Map();
    vendor.play(play(points));
    const context = testContext({ services: { fetch: vendor.fetch }, credential: secret });
    const node = await loadNode(name);
    const store = (await node.openStore?.(readValues(node, given) as never, context)) as OutsideStore;
    const ids = [1, 2, 3].map((at) => `00000000-0000-8000-a000-00000000000${at}`);
    const vectors = [
      [1, 0],
      [0.6, 0.8],
      [0, 1],
    ];
    const passages = ids.map((id, at) => ({
      ...{ id, pageContent: '', metadata: { knowledgeBase: 'b' }, vector: vectors[at] ?? [] },
    }));
    await store.insert(passages, context);
    await store.insert(passages.slice(1), context);
    expect(points.size).toBe(3);
    const find = async () =>
      (await store.search({ text: '', vector: [0.1, 0.9], count: 2, wantsVectors: false }, context)).map(
        ({ id }) => id,
      );
    expect(await find()).toEqual([ids[2], ids[1]]);
    if (counts !== false) expect(await store.count?.(context)).toBe(3);
    await store.remove?.([ids[2] ?? ''], context);
    expect(await find()).toEqual([ids[1], ids[0]]);
    if (counts !== false) expect(await store.count?.(context)).toBe(2);
  });
});
