import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { UpsertOutcome } from '@tendril/contract/provider/passage-store';
import type { RecordManager } from '@tendril/contract/provider/record-manager';
import type { Retriever, VectorStore } from '@tendril/contract/provider/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayAnswer, type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, readValues, runNode } from '../../testing/run-node.ts';

const key = 'CANARY-key-0001';
const embeddings: Embedder = {
  nodeId: 'embeddings_0',
  provider: 'letters',
  modelId: 'letters',
  embed: async (texts) => texts.map((text) => ['a', 'b'].map((letter) => text.split(letter).length - 1)),
};
const documents: SourceDocument[] = [
  { pageContent: 'aa', metadata: { source: 'a.txt', loc: { lines: 1 }, tags: ['x', 'y'] } },
  { pageContent: 'b', metadata: { source: 'b.txt' } },
];
const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
const ok = { body: {} };

interface StoreCase {
  given: Record<string, unknown>;
  secret: Record<string, string>;
  /** The header that carries the key. */
  header: [name: string, value: string];
  play: PlayAnswer;
  /** The request that writes both documents. */
  written: [request: string, body: unknown];
  /** The request for the two nearest to "a", with the filter that the form has. */
  searched: [request: string, body: unknown];
  /** What is found, as the vendor's answer says; the first by cosine 0.5. */
  found?: SourceDocument[];
  /** The request that deletes by id, where the node takes a record manager. */
  removed?: [request: string, body: unknown];
  /** Settings under which the vectors are asked for, and what of the search changes. */
  mmr?: unknown;
}

const found = [
  { pageContent: 'aa', metadata: { source: 'a.txt' } },
  { pageContent: 'b', metadata: { source: 'b.txt' } },
];
const bulkOk = { body: { errors: false, items: [] } };

const cases: Record<string, StoreCase> = {
  pinecone: {
    given: { pineconeIndex: 'shop', pineconeNamespace: 'de', pineconeMetadataFilter: '{"kind":"faq"}' },
    secret: { pineconeApiKey: key },
    header: ['api-key', key],
    play: ({ request }) => {
      if (request === 'GET https://api.pinecone.io/indexes/shop')
        return { body: { host: 'shop-1.svc.eu.pinecone.io' } };
      if (!request.endsWith('/query')) return { body: { upsertedCount: 2 } };
      const match = (id: string, score: number, text: string, source: string, values: number[]) => ({
        id,
        score,
        values,
        metadata: { text, source },
      });
      return {
        body: { matches: [match('1', 0.5, 'aa', 'a.txt', [2, 0]), match('2', 0.1, 'b', 'b.txt', [0, 1])] },
      };
    },
    written: [
      'POST https://shop-1.svc.eu.pinecone.io/vectors/upsert',
      {
        namespace: 'de',
        vectors: [
          {
            id: uuid,
            values: [2, 0],
            metadata: { source: 'a.txt', 'loc.lines': 1, tags: ['x', 'y'], text: 'aa' },
          },
          { id: uuid, values: [0, 1], metadata: { source: 'b.txt', text: 'b' } },
        ],
      },
    ],
    searched: [
      'POST https://shop-1.svc.eu.pinecone.io/query',
      {
        vector: [1, 0],
        topK: 2,
        namespace: 'de',
        includeMetadata: true,
        includeValues: false,
        filter: { kind: 'faq' },
      },
    ],
    removed: ['POST https://shop-1.svc.eu.pinecone.io/vectors/delete', { ids: ['gone'], namespace: 'de' }],
    mmr: { topK: 20, includeValues: true },
  },
  qdrant: {
    given: {
      qdrantServerUrl: 'https://q.test:6333/',
      qdrantCollection: 'shop',
      qdrantVectorDimension: 2,
      qdrantSimilarity: 'Cosine',
      qdrantFilter: '{"must":[]}',
    },
    secret: { qdrantApiKey: key },
    header: ['api-key', key],
    play: ({ request }) => {
      if (request === 'GET https://q.test:6333/collections/shop') return { status: 404 };
      if (!request.endsWith('/query')) return { body: { result: true } };
      const points = [
        { id: 'p1', score: 0.5, payload: { content: 'aa', metadata: { source: 'a.txt' } } },
        { id: 2, score: 0.1, payload: { content: 'b', metadata: { source: 'b.txt' } } },
      ];
      return { body: { result: { points } } };
    },
    written: [
      'PUT https://q.test:6333/collections/shop/points?wait=true',
      {
        points: [
          { id: uuid, vector: [2, 0], payload: { content: 'aa', metadata: documents[0]?.metadata } },
          { id: uuid, vector: [0, 1], payload: { content: 'b', metadata: { source: 'b.txt' } } },
        ],
      },
    ],
    searched: [
      'POST https://q.test:6333/collections/shop/points/query',
      { query: [1, 0], limit: 2, with_payload: true, with_vector: false, filter: { must: [] } },
    ],
    removed: ['POST https://q.test:6333/collections/shop/points/delete?wait=true', { points: ['gone'] }],
  },
  chroma: {
    given: {
      chromaURL: 'https://chroma.test',
      collectionName: 'shop',
      chromaMetadataFilter: { kind: 'faq' },
    },
    secret: { chromaApiKey: key, chromaTenant: 't', chromaDatabase: 'd' },
    header: ['x-chroma-token', key],
    play: ({ request }) => {
      if (request.endsWith('/upsert') || request.endsWith('/delete')) return ok;
      if (!request.endsWith('/query')) return { body: { id: 'c1', metadata: null } };
      return {
        body: {
          ids: [['1', '2']],
          documents: [['aa', 'b']],
          metadatas: [[{ source: 'a.txt' }, { source: 'b.txt' }]],
          distances: [[1, 1.8]],
        },
      };
    },
    written: [
      'POST https://chroma.test/api/v2/tenants/t/databases/d/collections/c1/upsert',
      {
        ids: [uuid, uuid],
        embeddings: [
          [2, 0],
          [0, 1],
        ],
        documents: ['aa', 'b'],
        metadatas: [{ source: 'a.txt', 'loc.lines': 1, tags: 'x, y' }, { source: 'b.txt' }],
      },
    ],
    searched: [
      'POST https://chroma.test/api/v2/tenants/t/databases/d/collections/c1/query',
      {
        query_embeddings: [[1, 0]],
        n_results: 2,
        include: ['documents', 'metadatas', 'distances'],
        where: { kind: 'faq' },
      },
    ],
    removed: [
      'POST https://chroma.test/api/v2/tenants/t/databases/d/collections/c1/delete',
      { ids: ['gone'] },
    ],
  },
  weaviate: {
    given: {
      weaviateConnectionType: 'cloud',
      weaviateHost: 'w.test',
      weaviateIndex: 'shop',
      weaviateFilter: { path: ['kind'], operator: 'Equal', valueText: 'fa"q' },
    },
    secret: { weaviateApiKey: key },
    header: ['authorization', `Bearer ${key}`],
    play: ({ request }) => {
      if (request.endsWith('/schema/Shop'))
        return {
          body: {
            properties: [
              { name: 'text', dataType: ['text'] },
              { name: 'source', dataType: ['text'] },
              { name: 'friends', dataType: ['Person'] },
            ],
          },
        };
      if (!request.endsWith('/graphql')) return { body: [{ result: {} }] };
      const row = (text: string, source: string, distance: number) => ({
        text,
        source,
        _additional: { id: text, distance },
      });
      return { body: { data: { Get: { Shop: [row('aa', 'a.txt', 0.5), row('b', 'b.txt', 0.9)] } } } };
    },
    written: [
      'POST https://w.test/v1/batch/objects',
      {
        objects: [
          {
            class: 'Shop',
            id: uuid,
            vector: [2, 0],
            properties: { source: 'a.txt', loc_lines: 1, tags: ['x', 'y'], text: 'aa' },
          },
          { class: 'Shop', id: uuid, vector: [0, 1], properties: { source: 'b.txt', text: 'b' } },
        ],
      },
    ],
    searched: [
      'POST https://w.test/v1/graphql',
      {
        query:
          '{Get{Shop(limit:2,nearVector:{vector:[1,0]},where:{path:["kind"],operator:Equal,valueText:"fa\\"q"}){text source _additional{id distance score}}}}',
      },
    ],
    removed: ['DELETE https://w.test/v1/objects/Shop/gone', undefined],
  },
  milvus: {
    given: {
      milvusServerUrl: 'https://m.test',
      milvusCollection: 'shop',
      milvusPartition: 'de',
      milvusFilter: 'kind == "faq"',
    },
    secret: { milvusUser: 'root', milvusPassword: key },
    header: ['authorization', `Bearer root:${key}`],
    play: ({ request }) => {
      const data = (value: unknown) => ({ body: { code: 0, data: value } });
      if (request.endsWith('/has')) return data({ has: false });
      if (request.endsWith('/describe'))
        return data({
          enableDynamicField: true,
          fields: [
            { name: 'langchain_primaryid', type: 'VarChar', primaryKey: true },
            { name: 'langchain_vector', type: 'FloatVector' },
          ],
          indexes: [{ fieldName: 'langchain_vector', metricType: 'COSINE' }],
        });
      if (!request.endsWith('/search')) return data({});
      const row = (text: string, source: string, distance: number) => ({
        langchain_primaryid: text,
        langchain_text: text,
        source,
        distance,
      });
      return data([row('aa', 'a.txt', 0.5), row('b', 'b.txt', 0.1)]);
    },
    written: [
      'POST https://m.test/v2/vectordb/entities/upsert',
      {
        collectionName: 'shop',
        partitionName: 'de',
        data: [
          {
            langchain_primaryid: uuid,
            langchain_text: 'aa',
            langchain_vector: [2, 0],
            source: 'a.txt',
            loc_lines: 1,
            tags: ['x', 'y'],
          },
          { langchain_primaryid: uuid, langchain_text: 'b', langchain_vector: [0, 1], source: 'b.txt' },
        ],
      },
    ],
    searched: [
      'POST https://m.test/v2/vectordb/entities/search',
      {
        collectionName: 'shop',
        data: [[1, 0]],
        annsField: 'langchain_vector',
        limit: 2,
        outputFields: ['*'],
        filter: '(kind == "faq")',
        partitionNames: ['de'],
      },
    ],
  },
  supabase: {
    given: {
      supabaseProjUrl: 'https://p.supabase.co',
      tableName: 'docs',
      queryName: 'match_docs',
      supabaseMetadataFilter: { kind: 'faq' },
      supabaseRPCFilter: 'rpc.filter("metadata->>lang", "eq", "de").filter("id", "gt", 5)',
    },
    secret: { supabaseApiKey: key },
    header: ['apikey', key],
    play: ({ request }) =>
      request.includes('/rpc/')
        ? {
            body: [
              { id: 1, content: 'aa', metadata: { source: 'a.txt' }, similarity: 0.5, embedding: '[2,0]' },
              { id: 2, content: 'b', metadata: { source: 'b.txt' }, similarity: 0.1, embedding: '[0,1]' },
            ],
          }
        : { text: '' },
    written: [
      'POST https://p.supabase.co/rest/v1/docs?columns=%22content%22%2C%22embedding%22%2C%22metadata%22',
      [
        { content: 'aa', embedding: [2, 0], metadata: documents[0]?.metadata },
        { content: 'b', embedding: [0, 1], metadata: { source: 'b.txt' } },
      ],
    ],
    searched: [
      'POST https://p.supabase.co/rest/v1/rpc/match_docs?metadata-%3E%3Elang=eq.de&id=gt.5',
      { query_embedding: [1, 0], match_count: 2, filter: { kind: 'faq' } },
    ],
    removed: ['DELETE https://p.supabase.co/rest/v1/docs?id=in.%28gone%29', undefined],
    mmr: { match_count: 20 },
  },
  Astra: {
    given: { astraCollection: 'shop', vectorDimension: 2 },
    secret: { applicationToken: key, dbEndPoint: 'https://db.astra.test' },
    header: ['token', key],
    play: ({ body }) => {
      if (!JSON.stringify(body).startsWith('{"find"')) return { body: { status: { ok: 1 } } };
      const row = (id: string, text: string, source: string, similarity: number, $vector: number[]) => ({
        _id: id,
        text,
        source,
        $similarity: similarity,
        $vector,
      });
      const documents = [row('1', 'aa', 'a.txt', 0.75, [2, 0]), row('2', 'b', 'b.txt', 0.55, [0, 1])];
      return { body: { data: { documents } } };
    },
    written: [
      'POST https://db.astra.test/api/json/v1/default_keyspace/shop',
      {
        insertMany: {
          documents: [
            { ...documents[0]?.metadata, _id: uuid, text: 'aa', $vector: [2, 0] },
            { source: 'b.txt', _id: uuid, text: 'b', $vector: [0, 1] },
          ],
          options: { ordered: false },
        },
      },
    ],
    searched: [
      'POST https://db.astra.test/api/json/v1/default_keyspace/shop',
      { find: { sort: { $vector: [1, 0] }, options: { limit: 2, includeSimilarity: true } } },
    ],
  },
  upstash: {
    given: { upstashMetadataFilter: "kind = 'faq'" },
    secret: { UPSTASH_VECTOR_REST_URL: 'https://u.upstash.io', UPSTASH_VECTOR_REST_TOKEN: key },
    header: ['authorization', `Bearer ${key}`],
    play: ({ request }) => {
      if (!request.endsWith('/query')) return { body: { result: 'Success' } };
      const row = (id: string, score: number, text: string, source: string) => ({
        id,
        score,
        metadata: { _pageContentLC: text, source },
      });
      return { body: { result: [row('1', 0.75, 'aa', 'a.txt'), row('2', 0.6, 'b', 'b.txt')] } };
    },
    written: [
      'POST https://u.upstash.io/upsert',
      [
        { id: uuid, vector: [2, 0], metadata: { ...documents[0]?.metadata, _pageContentLC: 'aa' } },
        { id: uuid, vector: [0, 1], metadata: { source: 'b.txt', _pageContentLC: 'b' } },
      ],
    ],
    searched: [
      'POST https://u.upstash.io/query',
      { vector: [1, 0], topK: 2, includeMetadata: true, includeVectors: false, filter: "kind = 'faq'" },
    ],
    removed: ['POST https://u.upstash.io/delete', { ids: ['gone'] }],
  },
  meilisearch: {
    given: { host: 'https://m.test', indexUid: 'shop', semanticRatio: 0.5, searchFilter: 'kind = faq' },
    secret: { meilisearchSearchApiKey: key, meilisearchAdminApiKey: key },
    header: ['authorization', `Bearer ${key}`],
    play: ({ request }) => {
      if (request.includes('/tasks/')) return { body: { status: 'succeeded' } };
      if (!request.endsWith('/search')) return { status: 202, body: { taskUid: 7 } };
      const hit = (objectID: string, content: string, source: string, _rankingScore: number) => ({
        objectID,
        content,
        metadata: { source },
        _rankingScore,
      });
      return { body: { hits: [hit('1', 'aa', 'a.txt', 0.5), hit('2', 'b', 'b.txt', 0.1)] } };
    },
    written: [
      'POST https://m.test/indexes/shop/documents',
      [
        {
          objectID: uuid,
          content: 'aa',
          metadata: documents[0]?.metadata,
          _vectors: { ollama: { embeddings: [2, 0], regenerate: false } },
        },
        {
          objectID: uuid,
          content: 'b',
          metadata: { source: 'b.txt' },
          _vectors: { ollama: { embeddings: [0, 1], regenerate: false } },
        },
      ],
    ],
    searched: [
      'POST https://m.test/indexes/shop/search',
      {
        q: 'a',
        vector: [1, 0],
        limit: 2,
        hybrid: { semanticRatio: 0.5, embedder: 'ollama' },
        showRankingScore: true,
        retrieveVectors: false,
        filter: 'kind = faq',
      },
    ],
  },
  elasticsearch: {
    given: { indexName: 'shop', similarity: 'cosine' },
    secret: { endpoint: 'https://e.test', apiKey: key },
    header: ['authorization', `ApiKey ${key}`],
    play: ({ request }) => {
      if (request === 'GET https://e.test/shop') return { status: 404 };
      if (!request.endsWith('/_search')) return bulkOk;
      const hit = (_id: string, _score: number, text: string, source: string) => ({
        _id,
        _score,
        _source: { text, metadata: { source } },
      });
      return { body: { hits: { hits: [hit('1', 0.75, 'aa', 'a.txt'), hit('2', 0.6, 'b', 'b.txt')] } } };
    },
    written: [
      'POST https://e.test/shop/_bulk?refresh=true',
      expect.stringMatching(
        /^{"index":{"_id":"[\da-f-]{36}"}}\n{"embedding":\[2,0],"text":"aa","metadata":{.*}}\n{"index".*\n.*"b".*\n$/,
      ),
    ],
    searched: [
      'POST https://e.test/shop/_search',
      { size: 2, knn: { field: 'embedding', query_vector: [1, 0], k: 2, num_candidates: 20 } },
    ],
    removed: ['POST https://e.test/shop/_bulk?refresh=true', { delete: { _id: 'gone' } }],
  },
  openSearch: {
    given: { indexName: 'shop', engine: 'lucene', spaceType: 'cosinesimil' },
    secret: { openSearchUrl: 'https://o.test', user: 'me', password: key },
    header: ['authorization', `Basic ${Buffer.from(`me:${key}`).toString('base64')}`],
    play: ({ request }) => {
      if (request === 'GET https://o.test/shop') return { status: 404 };
      if (!request.endsWith('/_search')) return bulkOk;
      const hit = (_id: string, _score: number, text: string, source: string) => ({
        _id,
        _score,
        _source: { text, metadata: { source } },
      });
      return { body: { hits: { hits: [hit('1', 0.75, 'aa', 'a.txt'), hit('2', 0.6, 'b', 'b.txt')] } } };
    },
    written: [
      'PUT https://o.test/shop/_bulk?refresh=true',
      expect.stringContaining('"embedding":[2,0],"text":"aa"'),
    ],
    searched: [
      'POST https://o.test/shop/_search',
      { size: 2, query: { knn: { embedding: { vector: [1, 0], k: 2 } } } },
    ],
  },
  singlestore: {
    given: { host: 's.test', database: 'shop', tableName: 'docs' },
    secret: { user: 'me', password: key },
    header: ['authorization', `Basic ${Buffer.from(`me:${key}`).toString('base64')}`],
    play: ({ request }) => {
      if (!request.endsWith('/query/rows')) return { body: { rowsAffected: 2 } };
      const rows = [
        { content: 'aa', metadata: '{"source":"a.txt"}', score: 0.5 },
        { content: 'b', metadata: { source: 'b.txt' }, score: 0.1 },
      ];
      return { body: { results: [{ rows }] } };
    },
    written: [
      'POST https://s.test/api/v2/exec',
      {
        sql: 'INSERT INTO `docs` (`content`, `vector`, `metadata`) VALUES (?, JSON_ARRAY_PACK(?), ?), (?, JSON_ARRAY_PACK(?), ?)',
        args: ['aa', '[2,0]', JSON.stringify(documents[0]?.metadata), 'b', '[0,1]', '{"source":"b.txt"}'],
        database: 'shop',
      },
    ],
    searched: [
      'POST https://s.test/api/v2/query/rows',
      {
        sql: 'SELECT `content` AS content, `metadata` AS metadata, DOT_PRODUCT(`vector`, JSON_ARRAY_PACK(?)) AS score FROM `docs` ORDER BY score DESC LIMIT ?',
        args: ['[1,0]', 2],
        database: 'shop',
      },
    ],
  },
  vectara: {
    given: { filter: "doc.kind = 'faq'" },
    secret: { apiKey: key, customerID: '1', corpusID: 'shop, more' },
    header: ['x-api-key', key],
    play: ({ request }) =>
      request.endsWith('/query')
        ? {
            body: {
              search_results: [
                { text: 'aa', score: 0.5, document_id: 'd1', document_metadata: { source: 'a.txt' } },
                { text: 'b', score: 0.1, part_metadata: { source: 'b.txt' } },
              ],
            },
          }
        : { body: { id: 'd1' } },
    written: [
      'POST https://api.vectara.io/v2/corpora/shop/documents',
      {
        id: uuid,
        type: 'core',
        metadata: { source: 'b.txt' },
        document_parts: [{ text: 'b', metadata: { source: 'b.txt' } }],
      },
    ],
    searched: [
      'POST https://api.vectara.io/v2/query',
      {
        query: 'a',
        search: {
          corpora: ['shop', 'more'].map((corpus_key) => ({
            corpus_key,
            metadata_filter: "doc.kind = 'faq'",
            lexical_interpolation: 0,
          })),
          limit: 2,
          context_configuration: { sentences_before: 2, sentences_after: 2 },
        },
      },
    ],
  },
  kendra: {
    given: {
      region: 'eu-west-1',
      indexId: 'index-1',
      attributeFilter: { EqualsTo: { Key: 'a', Value: { StringValue: 'b' } } },
    },
    secret: { awsKey: 'AKIA1', awsSecret: key },
    header: ['x-amz-target', 'AWSKendraFrontendService.Retrieve'],
    play: ({ headers }) =>
      String(headers['x-amz-target']).endsWith('.Retrieve')
        ? {
            body: {
              ResultItems: [
                {
                  DocumentId: '1',
                  Content: 'aa',
                  DocumentURI: 'a.txt',
                  ScoreAttributes: { ScoreConfidence: 'HIGH' },
                },
                { DocumentId: '2', Content: 'b', DocumentURI: 'b.txt' },
              ],
            },
          }
        : { body: { FailedDocuments: [] } },
    written: [
      'POST https://kendra.eu-west-1.amazonaws.com/',
      {
        IndexId: 'index-1',
        Documents: [
          { Id: uuid, Title: 'a.txt', Blob: btoa('aa'), ContentType: 'PLAIN_TEXT', Attributes: [] },
          { Id: uuid, Title: 'b.txt', Blob: btoa('b'), ContentType: 'PLAIN_TEXT', Attributes: [] },
        ],
      },
    ],
    searched: [
      'POST https://kendra.eu-west-1.amazonaws.com/',
      {
        IndexId: 'index-1',
        QueryText: 'a',
        PageSize: 2,
        AttributeFilter: { EqualsTo: { Key: 'a', Value: { StringValue: 'b' } } },
      },
    ],
  },
};

/** One passage of a source that is gone; what else there is has been seen. */
function recordManager(): RecordManager & { forgotten: string[] } {
  const forgotten: string[] = [];
  return {
    nodeId: 'records_0',
    cleanup: 'full',
    sourceIdKey: 'source',
    now: async () => 1000,
    known: async ([first = '']) => new Set([first]),
    record: async () => {},
    listBefore: async () => ['gone'],
    forget: async (keys) => void forgotten.push(...keys),
    forgotten,
  };
}

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const contextOf = (secret: Record<string, string>, signal = new AbortController().signal) =>
  testContext({ services: { fetch: vendor.fetch }, credential: secret, signal, nodeId: 'store_0' });
const requests = () => vendor.asked.map(({ request, body }) => [request, body]);

async function upsert(name: string, one: StoreCase, more: Record<string, unknown> = {}) {
  const node = await loadNode(name);
  const values = readValues(node, { embeddings, document: [documents], ...one.given, ...more });
  return node.upsert?.(values as never, contextOf(one.secret)) as Promise<UpsertOutcome>;
}
const search = async (
  name: string,
  one: StoreCase,
  more: Record<string, unknown> = {},
  context = contextOf(one.secret),
) => {
  const given = { embeddings, topK: 2, K: 2, ...one.given, ...more };
  const retriever = await runNode<Retriever>(name, given, context, 'retriever');
  return retriever.retrieve('a', context);
};

describe.each(Object.entries(cases))('%s', (name, one) => {
  it('writes the documents of its loaders with the key, each under an id of its own', async () => {
    vendor.play(one.play);
    const outcome = await upsert(name, one);
    expect(outcome).toMatchObject({ numAdded: 2, numSkipped: 0, numDeleted: 0 });
    expect(requests().at(one.written[0].includes('/indexes/') ? -2 : -1)).toEqual(one.written);
    const [header, value] = one.header;
    if (header !== 'x-amz-target') expect(vendor.asked[0]?.headers[header]).toBe(value);
    const ids = JSON.stringify(requests());
    vendor.play(one.play);
    await upsert(name, one);
    expect(JSON.stringify(requests())).toBe(ids);
  });

  it('finds the nearest under its filter, best first, and its documents are not loaded again', async () => {
    vendor.play(one.play);
    const context = contextOf(one.secret);
    const documents = await search(name, one, {}, context);
    expect(documents.map(({ pageContent, metadata }) => ({ pageContent, metadata }))).toEqual(found);
    expect(requests().at(-1)).toEqual(one.searched);
    const [header, value] = one.header;
    expect(vendor.asked.at(-1)?.headers[header]).toBe(value);
    expect(context.events.at(-1)).toMatchObject({ type: 'step-end', kind: 'retrieval', nodeId: 'store_0' });
    expect((await loadNode(name)).upsertAnchors).toContain('document');
    if (name === 'meilisearch') return;
    const store = await runNode<VectorStore>(name, { embeddings, ...one.given }, context, 'vectorStore');
    const [best] = await store.search('a', 2, context);
    expect(best?.score).toBeCloseTo(name === 'kendra' ? 0.8 : 0.5);
  });

  it('says in words what the vendor refused, without the key, and ends with the run', async () => {
    const codes = {
      400: 'PROVIDER_REFUSED',
      401: 'PROVIDER_UNAUTHORIZED',
      429: 'PROVIDER_RATE_LIMITED',
      503: 'PROVIDER_UNAVAILABLE',
    };
    for (const [status, code] of Object.entries(codes)) {
      vendor.play(() => ({ status: Number(status), body: { error: { message: `wrong ${key}` } } }));
      const error = await search(name, one).catch((failure: { code: string; message: string }) => failure);
      expect([status, error]).toMatchObject([status, { code }]);
      expect((error as unknown as Error).message).not.toContain(key);
    }
    const stop = new AbortController();
    stop.abort();
    await expect(search(name, one, {}, contextOf(one.secret, stop.signal))).rejects.toMatchObject({
      code: 'RUN_CANCELLED',
    });
  });

  if (one.removed) {
    it('writes only what is new and deletes what is gone, as its records say', async () => {
      vendor.play(one.play);
      const records = recordManager();
      expect(await upsert(name, one, { recordManager: records })).toMatchObject({
        numAdded: 1,
        numSkipped: 1,
        numDeleted: 1,
        addedDocs: [{ pageContent: 'b' }],
      });
      expect(requests().at(-1)).toEqual(one.removed);
      expect(records.forgotten).toEqual(['gone']);
    });
  }

  if (one.mmr) {
    it('takes passages that differ where that is chosen', async () => {
      vendor.play(one.play);
      const documents = await search(name, one, { searchType: 'mmr', topK: 2 });
      expect(documents).toHaveLength(2);
      expect(documents[0]).not.toHaveProperty('vector');
      expect(requests().at(-1)?.[1]).toMatchObject(one.mmr as object);
    });
  }
});

describe('files of one chat', () => {
  it.each(['pinecone', 'qdrant', 'milvus', 'upstash'])('%s keeps them apart', async (name) => {
    const one = cases[name];
    if (!one) throw new Error(name);
    vendor.play(one.play);
    await upsert(name, one, { fileUpload: true });
    expect(JSON.stringify(requests())).toContain('"flowise_chatId":"chat-1"');
    vendor.play(one.play);
    await search(name, one, { fileUpload: true });
    const [, body] = requests().at(-1) ?? [];
    expect(JSON.stringify(body)).toContain('flowise_chatId');
    expect(JSON.stringify(body)).toContain('chat-1');
    expect(JSON.stringify(body)).toContain('faq'.slice(0, name === 'qdrant' ? 0 : 3));
  });
});

describe('what a vendor says in an answer that is fine otherwise', () => {
  it.each([
    ['weaviate', { body: { errors: [{ message: 'no such class' }], data: null } }, 'no such class'],
    ['milvus', { body: { code: 1100, message: 'bad filter' } }, 'bad filter'],
    ['Astra', { body: { errors: [{ message: 'no such collection' }] } }, 'no such collection'],
  ])('%s', async (name, answer, words) => {
    const one = cases[name];
    if (!one) throw new Error(name);
    vendor.play((asked) => (/schema/.test(asked.request) ? one.play(asked) : answer));
    await expect(search(name, one)).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: expect.stringContaining(words),
    });
  });

  it('elasticsearch names the document that it did not take', async () => {
    const one = cases['elasticsearch'];
    if (!one) throw new Error('none');
    const items = [{ index: { error: { reason: 'wrong number of dimensions' }, status: 400 } }];
    vendor.play((asked) =>
      asked.request.includes('_bulk') ? { body: { errors: true, items } } : one.play(asked),
    );
    await expect(upsert('elasticsearch', one)).rejects.toThrow('wrong number of dimensions');
  });
});

describe('stores of a server of its own', () => {
  it.each(['faiss', 'simpleStoreLlamaIndex'])('%s keeps its passages with the flow', async (name) => {
    const given = { document: [documents], embeddings, topK: 1, basePath: '/srv/index' };
    const context = testContext();
    const retriever = await runNode<Retriever>(name, given, context, 'retriever');
    expect((await retriever.retrieve('bbb', context)).map(({ pageContent }) => pageContent)).toEqual(['b']);
  });
});
