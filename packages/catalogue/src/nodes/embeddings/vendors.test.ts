import type { Embedder } from '@tendril/contract/provider/embedder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue } from '../../catalogue.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import {
  sendJson,
  startVendorServer,
  type VendorRequest,
  type VendorServer,
} from '../../testing/vendor-server.ts';

const key = 'CANARY_0123456789abcdef';

/** One vector for each text: its length and a constant. */
const vectorOf = (text: string) => [text.length, 1];

const openAiShape = ({ body }: VendorRequest) => {
  const data = (body['input'] as string[]).map((text, index) => ({ index, embedding: vectorOf(text) }));
  // The numbers of the vectors say the order, not their places.
  return { data: data.toReversed(), usage: { prompt_tokens: 5, total_tokens: 5 } };
};

interface Vendor {
  label: string;
  values: Record<string, unknown>;
  field?: string;
  fields?: Record<string, string>;
  header?: [name: string, value: string];
  path: string;
  body: Record<string, unknown>;
  answer(request: VendorRequest): unknown;
  tokens: number;
}

const texts = ['one', 'three\nlines'];
const azure = {
  azureOpenAIApiInstanceName: 'mine',
  azureOpenAIApiDeploymentName: 'embed-1',
  azureOpenAIApiVersion: '2025-01-01',
};
const azureVendor = {
  label: 'Azure OpenAI',
  values: {},
  field: 'azureOpenAIApiKey',
  fields: azure,
  header: ['api-key', key] as [string, string],
  path: '/openai/deployments/embed-1/embeddings?api-version=2025-01-01',
  body: { model: 'embed-1', input: texts },
  answer: openAiShape,
  tokens: 5,
};

const vendors: Record<string, Vendor> = {
  azureOpenAIEmbeddings: azureVendor,
  azureOpenAIEmbeddingsLlamaIndex: azureVendor,
  mistralAIEmbeddings: {
    label: 'Mistral',
    values: {},
    field: 'mistralAIAPIKey',
    path: '/v1/embeddings',
    // Its form takes line breaks out unless told otherwise.
    body: { model: 'mistral-embed', input: ['one', 'three lines'] },
    answer: openAiShape,
    tokens: 5,
  },
  togetherAIEmbedding: {
    label: 'Together AI',
    values: { modelName: 'BAAI/bge-base-en-v1.5' },
    field: 'togetherAIApiKey',
    path: '/v1/embeddings',
    body: { model: 'BAAI/bge-base-en-v1.5', input: texts },
    answer: openAiShape,
    tokens: 5,
  },
  baiduQianfanEmbeddings: {
    label: 'Baidu Qianfan',
    values: { modelName: 'Embedding-V1', batchSize: 8 },
    field: 'qianfanAccessKey',
    path: '/v2/embeddings',
    body: { model: 'embedding-v1', input: texts },
    answer: openAiShape,
    tokens: 5,
  },
  localAIEmbeddings: {
    label: 'LocalAI',
    values: { basePath: 'http://own.test:8080/v1', modelName: 'bert' },
    field: 'localAIApiKey',
    path: '/v1/embeddings',
    body: { model: 'bert', input: texts },
    answer: openAiShape,
    tokens: 5,
  },
  openAIEmbeddingsCustom: {
    label: 'The model server',
    values: {
      modelName: 'own-embed',
      basepath: 'http://own.test/v2',
      dimensions: 64,
      encodingFormat: 'base64',
      baseOptions: { 'x-own': 'yes' },
    },
    field: 'openAIApiKey',
    header: ['x-own', 'yes'],
    path: '/v2/embeddings',
    body: { model: 'own-embed', input: texts, dimensions: 64, encoding_format: 'base64' },
    answer: ({ body }) => ({
      data: (body['input'] as string[]).map((text) => ({
        embedding: Buffer.from(new Float32Array(vectorOf(text)).buffer).toString('base64'),
      })),
      usage: { total_tokens: 5 },
    }),
    tokens: 5,
  },
  openAIEmbedding_LlamaIndex: {
    label: 'OpenAI',
    values: { modelName: 'text-embedding-3-small' },
    field: 'openAIApiKey',
    path: '/v1/embeddings',
    body: { model: 'text-embedding-3-small', input: texts },
    answer: (request) => {
      const { data, usage } = openAiShape(request);
      return { object: 'list', data: data.toReversed(), usage };
    },
    tokens: 5,
  },
  jinaEmbeddings: {
    label: 'Jina AI',
    values: { modelDimensions: 128, allowLateChunking: true },
    field: 'jinaAIAPIKey',
    path: '/v1/embeddings',
    body: { model: 'jina-embeddings-v3', input: texts, dimensions: 128, late_chunking: true },
    answer: openAiShape,
    tokens: 5,
  },
  voyageAIEmbeddings: {
    label: 'Voyage AI',
    values: { modelName: 'voyage-3.5' },
    field: 'apiKey',
    fields: { endpoint: 'https://api.voyageai.com/v1/embeddings' },
    path: '/v1/embeddings',
    body: { model: 'voyage-3.5', input: texts },
    answer: openAiShape,
    tokens: 5,
  },
  cohereEmbeddings: {
    label: 'Cohere',
    values: { modelName: 'embed-english-v3.0', inputType: 'search_document' },
    field: 'cohereApiKey',
    path: '/v2/embed',
    body: { model: 'embed-english-v3.0', texts, input_type: 'search_document', embedding_types: ['float'] },
    answer: ({ body }) => ({
      embeddings: { float: (body['texts'] as string[]).map(vectorOf) },
      meta: { billed_units: { input_tokens: 4 } },
    }),
    tokens: 4,
  },
  googleGenerativeAiEmbeddings: {
    label: 'Google',
    values: { tasktype: 'RETRIEVAL_DOCUMENT' },
    field: 'googleGenerativeAPIKey',
    header: ['x-goog-api-key', key],
    path: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
    body: {
      requests: texts.map((text) => ({
        model: 'models/gemini-embedding-001',
        content: { parts: [{ text }] },
        taskType: 'RETRIEVAL_DOCUMENT',
      })),
    },
    answer: ({ body }) => ({
      embeddings: (body['requests'] as { content: { parts: { text: string }[] } }[]).map(({ content }) => ({
        values: vectorOf(content.parts[0]?.text ?? ''),
      })),
    }),
    tokens: 0,
  },
  ollamaEmbedding: {
    label: 'Ollama',
    values: { modelName: 'nomic-embed-text', numGpu: 1, numThread: 2, useMMap: false },
    path: '/api/embed',
    body: {
      model: 'nomic-embed-text',
      input: texts,
      options: { num_gpu: 1, num_thread: 2 },
    },
    answer: ({ body }) => ({ embeddings: (body['input'] as string[]).map(vectorOf), prompt_eval_count: 6 }),
    tokens: 6,
  },
  huggingFaceInferenceEmbeddings: {
    label: 'Hugging Face',
    values: { modelName: 'BAAI/bge-small-en-v1.5' },
    field: 'huggingFaceApiKey',
    path: '/hf-inference/models/BAAI/bge-small-en-v1.5/pipeline/feature-extraction',
    body: { inputs: texts },
    answer: ({ body }) => (body['inputs'] as string[]).map(vectorOf),
    tokens: 0,
  },
};

let server: VendorServer;
let answer: (request: VendorRequest) => unknown;
beforeEach(async () => {
  server = await startVendorServer((request, scenario, response) => {
    if (scenario.kind === 'status') {
      sendJson(response, { error: { message: scenario.message } }, scenario.status, scenario.headers);
    } else sendJson(response, answer(request));
  });
});
afterEach(() => server.close());

const contextOf = ({ field, fields }: Vendor) =>
  testContext({
    credential: { ...fields, ...(field && { [field]: ` ${key}\n` }) },
    services: { fetch: redirectFetch(server.url) },
  });

describe.each(Object.entries(vendors))('%s', (node, vendor) => {
  const make = () => runNode<Embedder>(node, vendor.values, contextOf(vendor));

  it('asks with the key, the path and each input, and gives the vectors in order', async () => {
    answer = vendor.answer;
    const run = contextOf(vendor);
    const vectors = await (await make()).embed(texts, run);
    expect(vectors).toEqual([
      [3, 1],
      [11, 1],
    ]);
    const { path, headers, body } = server.requests[0] ?? expect.fail('nothing was asked');
    expect(path).toBe(vendor.path);
    expect(body).toMatchObject(vendor.body);
    const [name, value] = vendor.header ?? ['authorization', vendor.field ? `Bearer ${key}` : undefined];
    expect(headers[name]).toBe(value);
    expect(run.events.at(-1)).toMatchObject({
      type: 'step-end',
      output: { count: 2, dimensions: 2 },
      usage: { inputTokens: vendor.tokens, outputTokens: 0 },
    });
  });

  it('says refusals in words, without the key', async () => {
    const cases = [
      [
        401,
        'PROVIDER_UNAUTHORIZED',
        `${vendor.label} rejected the key. Check the secret selected in this node.`,
      ],
      [503, 'PROVIDER_UNAVAILABLE', `${vendor.label} is not available right now (status 503).`],
    ] as const;
    for (const [status, code, message] of cases) {
      server.play({ kind: 'status', status, message: `No, ${key}` });
      await expect((await make()).embed(texts, contextOf(vendor))).rejects.toMatchObject({ code, message });
    }
    server.play({ kind: 'status', status: 400, message: `Too long, ${vendor.field ? key : ''}` });
    const refused = (await make()).embed(texts, contextOf(vendor));
    await expect(refused).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: expect.not.stringContaining('CANARY'),
    });
  });

  it('says that a key is missing, before anything is sent', async () => {
    if (!vendor.field || 'basepath' in vendor.values || 'basePath' in vendor.values) return;
    const made = runNode(node, vendor.values, testContext());
    await expect(made).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: `${vendor.label} embeddings need a key. Add one, or use the demo embeddings.`,
    });
  });
});

it('vectors that are too few or unreadable are no answer', async () => {
  const vendor = vendors['jinaEmbeddings'] ?? expect.fail('gone');
  for (const given of [{ data: [{ embedding: [1] }] }, { data: 'none' }, [[[1]]]]) {
    answer = () => given;
    const embedder = await runNode<Embedder>('jinaEmbeddings', {}, contextOf(vendor));
    await expect(embedder.embed(texts, contextOf(vendor))).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
  }
});

it('many texts are asked in several requests', async () => {
  answer = openAiShape;
  const vendor = vendors['mistralAIEmbeddings'] ?? expect.fail('gone');
  const embedder = await runNode<Embedder>('mistralAIEmbeddings', { batchSize: 1 }, contextOf(vendor));
  expect(await embedder.embed(texts, contextOf(vendor))).toHaveLength(2);
  expect(server.requests).toHaveLength(2);
});

it.each([
  [
    'mistralAIEmbeddings',
    'mistralAIAPIKey',
    { data: [{ id: 'mistral-embed-9' }, { id: 'mistral-large' }] },
    ['mistral-embed-9'],
  ],
  ['cohereEmbeddings', 'cohereApiKey', { models: [{ name: 'embed-v9' }] }, ['embed-v9']],
  [
    'googleGenerativeAiEmbeddings',
    'googleGenerativeAPIKey',
    { models: [{ name: 'models/gemini-embedding-9' }, { name: 'models/gemini-9' }] },
    ['gemini-embedding-9'],
  ],
])('the list of %s is the vendor’s own, and a short one without a key', async (node, field, given, names) => {
  const list = (await createCatalogue().load(node))?.loadMethods?.['listModels'];
  const ask = async (credential: Record<string, string> | undefined) => {
    const fetch: typeof globalThis.fetch = async () => Response.json(given);
    const request = { inputs: {}, credential: async () => credential, fetch, listTools: async () => [] };
    return (await list?.({ ...request, signal: AbortSignal.timeout(5000) }))?.map(({ name }) => name);
  };
  expect(await ask({ [field]: key })).toEqual(names);
  expect((await ask(undefined))?.length).toBeGreaterThan(1);
});

describe('a text for searching', () => {
  const bodyOf = async (node: string, kind: 'query' | 'document', values: Record<string, unknown> = {}) => {
    const vendor = vendors[node] ?? expect.fail(node);
    answer = vendor.answer;
    const run = contextOf(vendor);
    const embedder = await runNode<Embedder>(node, { ...vendor.values, ...values }, run);
    await embedder.embed(['one'], run, kind);
    return server.requests.at(-1)?.body;
  };
  const google = (taskType: string) => ({ requests: [{ taskType }] });
  const cases: [node: string, values: Record<string, unknown>, query: object, document: object][] = [
    ['cohereEmbeddings', {}, { input_type: 'search_query' }, { input_type: 'search_document' }],
    ['voyageAIEmbeddings', {}, { input_type: 'query' }, { input_type: 'document' }],
    ['jinaEmbeddings', {}, { task: 'retrieval.query' }, { task: 'retrieval.passage' }],
    ['googleGenerativeAiEmbeddings', {}, google('RETRIEVAL_QUERY'), google('RETRIEVAL_DOCUMENT')],
    [
      'googleGenerativeAiEmbeddings',
      { tasktype: 'SEMANTIC_SIMILARITY' },
      google('SEMANTIC_SIMILARITY'),
      google('SEMANTIC_SIMILARITY'),
    ],
    ['ollamaEmbedding', {}, { input: ['search_query: one'] }, { input: ['search_document: one'] }],
    ['openAIEmbedding_LlamaIndex', {}, { input: ['one'] }, { input: ['one'] }],
  ];

  it.each(cases)('is named as %s wants it, %j', async (node, values, query, document) => {
    expect(await bodyOf(node, 'query', values)).toMatchObject(query);
    expect(await bodyOf(node, 'document', values)).toMatchObject(document);
  });
});
