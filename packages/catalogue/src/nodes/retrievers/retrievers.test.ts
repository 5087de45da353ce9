import type { Embedder } from '@tendril/contract/provider/embedder';
import type { NamedRetriever, Retriever, VectorStore } from '@tendril/contract/provider/retrieval';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const shelf = [
  { pageContent: 'Cats purr.', metadata: { source: 'cats.txt' }, score: 0.9 },
  { pageContent: 'Dogs bark.', metadata: { source: 'dogs.txt' }, score: 0.5 },
  { pageContent: 'Fish swim.', metadata: { source: 'fish.txt' }, score: 0.1 },
];
/** Finds what shares a word with the question; everything for one that shares none. */
function store(asked: string[] = []): VectorStore {
  return {
    nodeId: 'store_0',
    async search(question, topK) {
      asked.push(question);
      const words = question.toLowerCase();
      const hits = shelf.filter(({ pageContent }) =>
        words.includes(pageContent.split(' ')[0]?.toLowerCase() ?? ''),
      );
      return (hits.length > 0 ? hits : shelf).slice(0, topK);
    },
  };
}
const base: Retriever = { nodeId: 'base_0', retrieve: async () => shelf };
const texts = (documents: readonly { pageContent: string }[]) =>
  documents.map(({ pageContent }) => pageContent);

async function found(name: string, given: Record<string, unknown>, question = 'animals?'): Promise<string[]> {
  const outputs = name === 'multiQueryRetriever' ? name : 'retriever';
  const retriever = await runNode<Retriever>(name, given, testContext(), outputs);
  return texts(await retriever.retrieve(question, testContext({ question })));
}

describe('retrievers', () => {
  it.each([
    [
      'similarityThresholdRetriever',
      { vectorStore: store(), minSimilarityScore: 50 },
      ['Cats purr.', 'Dogs bark.'],
    ],
    [
      'similarityThresholdRetriever',
      { vectorStore: store(), minSimilarityScore: 1, maxK: 1 },
      ['Cats purr.'],
    ],
    ['customRetriever', { vectorStore: store(), topK: 1 }, ['Cats purr.\nSource: cats.txt']],
    [
      'customRetriever',
      { vectorStore: store(), topK: 1, resultFormat: '{{metadata.none}}> {{ context }}' },
      ['> Cats purr.'],
    ],
  ])('%s with %o', async (name, given, expected) => {
    expect(await found(name, given)).toEqual(expected);
  });

  it.each([
    ['document', expect.arrayContaining([expect.objectContaining({ pageContent: 'Dogs bark.' })])],
    ['text', 'Dogs bark.'],
  ])('give what they find for their query, else for the question, as %s', async (output, expected) => {
    const given = { vectorStore: store(), minSimilarityScore: 1 };
    const name = 'similarityThresholdRetriever';
    expect(
      await runNode(name, { ...given, query: 'dogs' }, testContext({ question: 'cats' }), output),
    ).toEqual(expected);
    expect(await runNode(name, given, testContext({ question: 'dogs' }), output)).toEqual(expected);
  });

  it('multiQueryRetriever finds the passages of each wording, once each', async () => {
    const asked: string[] = [];
    const model = scriptedModel('1. Do cats talk?\n2. What do dogs say?\n- cats, again');
    expect(await found('multiQueryRetriever', { vectorStore: store(asked), model }, 'Sounds?')).toEqual([
      'Cats purr.',
      'Dogs bark.',
    ]);
    expect(asked).toEqual(['Do cats talk?', 'What do dogs say?', 'cats, again']);
    expect(model.promptOf(0)[0]).toContain('Sounds?');
  });

  it('RRFRetriever puts first what most queries find', async () => {
    const model = scriptedModel('dogs\nmore dogs');
    const baseRetriever: Retriever = {
      nodeId: 'b',
      retrieve: async (question, context) => store().search(question, 2, context),
    };
    expect(await found('RRFRetriever', { baseRetriever, model }, 'animals')).toEqual([
      'Dogs bark.',
      'Cats purr.',
    ]);
  });

  it('HydeRetriever searches for a made-up answer', async () => {
    const asked: string[] = [];
    const model = scriptedModel('Some fish glide.');
    const given = { vectorStore: store(asked), model, promptKey: 'trec-news' };
    expect(await found('HydeRetriever', given, 'Who glides?')).toEqual(['Fish swim.']);
    expect(model.promptOf(0)[0]).toContain('news article');
    expect(asked).toEqual(['Some fish glide.']);
  });

  it('llmFilterRetriever keeps what helps and drops the rest', async () => {
    const model = scriptedModel('purr', 'NO_OUTPUT');
    expect(await found('llmFilterRetriever', { baseRetriever: base, model })).toEqual(['purr']);
    expect(model.calls).toHaveLength(3);
  });

  it('embeddingsFilterRetriever keeps what its own model finds near', async () => {
    const embeddings: Embedder = {
      nodeId: 'e',
      provider: 'p',
      modelId: 'm',
      embed: async (given) =>
        given.map((text) => (text.startsWith('Fish') || text.startsWith('water') ? [0, 1] : [1, 0])),
    };
    const given = { baseRetriever: base, embeddings };
    expect(await found('embeddingsFilterRetriever', given, 'water')).toEqual(['Fish swim.']);
    expect(await found('embeddingsFilterRetriever', { ...given, k: 1 }, 'land')).toEqual(['Cats purr.']);
  });

  it('vectorStoreRetriever searches under its name', async () => {
    const given = { vectorStore: store(), name: 'Animals', description: 'About animals' };
    const retriever = await runNode<NamedRetriever>('vectorStoreRetriever', given, testContext());
    expect(retriever).toMatchObject({ name: 'Animals', description: 'About animals' });
    expect(texts(await retriever.retrieve('dogs', testContext()))).toEqual(['Dogs bark.']);
  });
});

describe('reranking', () => {
  const answer = [
    { index: 2, relevance_score: 0.8 },
    { index: 0, relevance_score: 0.3 },
  ];
  const rerank = async (name: string, credential: Record<string, string>, given: object, reply: Response) => {
    const asked: { url: string; key: string | null; body: Record<string, unknown> }[] = [];
    const vendor: typeof fetch = async (url, init) => {
      const key = new Headers(init?.headers).get('authorization');
      asked.push({ url: String(url), key, body: JSON.parse(String(init?.body)) });
      return reply;
    };
    const context = testContext({ credential, services: { fetch: vendor } });
    const retriever = await runNode<Retriever>(name, { baseRetriever: base, ...given }, context, 'retriever');
    return { documents: await retriever.retrieve('swim?', context), asked, context };
  };

  it.each([
    [
      'cohereRerankRetriever',
      { cohereApiKey: 'k' },
      { topK: 2 },
      'https://api.cohere.com/v1/rerank',
      { model: 'rerank-v3.5', top_n: 2 },
      'results',
    ],
    [
      'voyageAIRerankRetriever',
      { apiKey: 'k' },
      { topK: 2 },
      'https://api.voyageai.com/v1/rerank',
      { model: 'rerank-lite-1', top_k: 2 },
      'data',
    ],
    [
      'JinaRerankRetriever',
      { jinaAIAPIKey: 'k' },
      { topN: 2 },
      'https://api.jina.ai/v1/rerank',
      { top_n: 2 },
      'results',
    ],
  ])('%s gives the passages in the order of its vendor', async (name, credential, given, url, body, list) => {
    const { documents, asked, context } = await rerank(
      name,
      credential,
      given,
      Response.json({ [list]: answer }),
    );
    expect(texts(documents)).toEqual(['Fish swim.', 'Cats purr.']);
    expect(documents[0]?.metadata).toEqual({ source: 'fish.txt', relevance_score: 0.8 });
    expect(asked).toMatchObject([
      { url, key: 'Bearer k', body: { query: 'swim?', documents: texts(shelf), ...body } },
    ]);
    expect(context.events.at(-1)).toMatchObject({ type: 'step-end', kind: 'retrieval' });
  });

  it.each([
    [401, 'PROVIDER_UNAUTHORIZED', 'Cohere rejected the key'],
    [429, 'PROVIDER_RATE_LIMITED', 'Cohere is rate-limiting'],
  ])('says in words what a status of %d means', async (status, code, words) => {
    const reply = Response.json({ message: 'no' }, { status });
    const asked = rerank('cohereRerankRetriever', { cohereApiKey: 'k' }, {}, reply);
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });
});
