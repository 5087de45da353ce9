import type { Retriever } from '@tendril/contract/provider/retrieval';
import { afterEach, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import {
  sendJson,
  startVendorServer,
  type VendorRequest,
  type VendorServer,
} from '../../testing/vendor-server.ts';

const shelf = ['Cats purr.', 'Dogs bark.', 'Fish swim.', 'Fish swim deep.'];
const scoreOf = (text: string) => (text.includes('swim') ? text.length / 20 : 0.01 * text.length);
const textsOf = ({ body }: VendorRequest, field: string) => (body[field] ?? []) as string[];

type Answer = (request: VendorRequest) => [status: number, answer: unknown];
const refuse = (status: number, error: string): [number, unknown] => [status, { error }];
const ranksOf = (texts: string[], name: string, write = (score: number) => score) =>
  texts
    .map((text, index) => ({ index, [name]: write(scoreOf(text)) }))
    .sort((a, b) => Number(b[name]) - Number(a[name]));

/** How the servers that people run take a request. */
const servers: Record<string, Answer> = {
  // vLLM, LiteLLM, Infinity, Jina's own.
  '/v1/rerank as Cohere': (request) =>
    request.path === '/v1/rerank'
      ? [200, { results: ranksOf(textsOf(request, 'documents'), 'relevance_score') }]
      : refuse(404, 'Not Found'),
  '/rerank with scores': (request) =>
    request.path === '/rerank'
      ? [200, { data: ranksOf(textsOf(request, 'documents'), 'score') }]
      : refuse(404, ''),
  // Text Embeddings Inference: a bare list, `texts`, and 2 of them at most.
  'texts, two at a time': (request) => {
    const texts = textsOf(request, 'texts');
    if (request.path !== '/rerank') return refuse(404, '');
    if (texts.length === 0) return refuse(422, 'Failed to deserialize the JSON body: missing field `texts`');
    if (texts.length > 2) return refuse(422, `batch size ${texts.length} > maximum allowed batch size 2`);
    return [200, ranksOf(texts, 'score')];
  },
  // llama.cpp and others answer with the numbers of the model.
  'raw numbers': (request) =>
    request.path === '/rerank'
      ? [
          200,
          { results: ranksOf(textsOf(request, 'documents'), 'relevance_score', (score) => 20 * score - 8) },
        ]
      : refuse(404, ''),
};

let server: VendorServer;
afterEach(() => server.close());

async function rerank(answer: Answer, values: object = {}, credential?: Record<string, string>, end = '') {
  server = await startVendorServer((request, _scenario, response) => {
    const [status, body] = answer(request);
    sendJson(response, body, status);
  });
  const context = testContext(credential ? { credential } : {});
  const baseRetriever: Retriever = {
    nodeId: 'base',
    retrieve: async () => shelf.map((pageContent) => ({ pageContent, metadata: {} })),
  };
  const given = { baseRetriever, baseUrl: server.url + end, model: 'bge', topN: 2, ...values };
  const retriever = await runNode<Retriever>('rerankServerRetriever', given, context, 'retriever');
  return { ask: () => retriever.retrieve('swim?', context), context };
}

it('a server that takes two texts at a time is asked so from then on', async () => {
  const { ask } = await rerank(servers['texts, two at a time'] ?? expect.fail('gone'));
  await ask();
  const before = server.requests.length;
  await ask();
  expect(server.requests.slice(before).map((request) => textsOf(request, 'texts').length)).toEqual([2, 2]);
});

it.each(Object.entries(servers))('a server of the kind "%s" puts passages in order', async (_, answer) => {
  const { ask, context } = await rerank(answer, {}, { token: 'k' });
  for (let time = 0; time < 2; time += 1) {
    const documents = await ask();
    expect(documents.map(({ pageContent }) => pageContent)).toEqual(['Fish swim deep.', 'Fish swim.']);
    for (const { metadata } of documents) {
      expect(metadata['relevance_score']).toBeGreaterThan(0);
      expect(metadata['relevance_score']).toBeLessThan(1);
    }
  }
  for (const { headers } of server.requests) expect(headers['authorization']).toBe('Bearer k');
  expect(context.events.at(-1)).toMatchObject({ type: 'step-end', name: 'Rerank Server' });
  // What was found out is not asked again.
  const { path, body } = server.requests.at(-1) ?? expect.fail('nothing was asked');
  expect([path, 'texts' in body]).toEqual([
    server.requests.at(-2)?.path,
    'texts' in (server.requests.at(-2)?.body ?? {}),
  ]);
});

it.each(['/v1/rerank', '/v1', '/v1/'])(
  'an address that ends with %s is asked as it is, without a key',
  async (end) => {
    const { ask } = await rerank(
      () => [200, { results: [{ index: 1, relevance_score: 0.5 }] }],
      {},
      undefined,
      end,
    );
    expect((await ask()).map(({ pageContent }) => pageContent)).toEqual(['Dogs bark.']);
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/rerank']);
    expect(server.requests[0]?.body).toMatchObject({ model: 'bge', query: 'swim?', documents: shelf });
    expect(server.requests[0]?.headers['authorization']).toBeUndefined();
  },
);

it.each([
  [401, 'PROVIDER_UNAUTHORIZED', 'The reranking server rejected the key'],
  [503, 'PROVIDER_UNAVAILABLE', 'The reranking server is not available'],
  [404, 'PROVIDER_REFUSED', 'The reranking server rejected the request'],
])('says in words what a status of %d means, without the key', async (status, code, words) => {
  const { ask } = await rerank(() => refuse(status, 'No, CANARY_key'), {}, { token: 'CANARY_key' });
  const failure = expect(ask()).rejects;
  await failure.toMatchObject({ code, message: expect.stringContaining(words) });
  await expect(ask()).rejects.toMatchObject({ message: expect.not.stringContaining('CANARY') });
});

it('an answer that ranks nothing is no answer', async () => {
  const { ask } = await rerank(() => [200, { hello: 'world' }]);
  await expect(ask()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});
