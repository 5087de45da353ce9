import { testContext } from '@tendril/catalogue/testing/run-context';
import { loadNode, readValues, runNode } from '@tendril/catalogue/testing/run-node';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { ChatMemory } from '@tendril/contract/provider/memory';
import type { ModelCache } from '@tendril/contract/provider/model-cache';
import type { UpsertOutcome } from '@tendril/contract/provider/passage-store';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type Egress } from '../../../platform/egress/egress.ts';
import { startRedisSearch } from '../../../testing/redis-search-server.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const countLetters = (texts: readonly string[]) =>
  texts.map((text) => ['a', 'b'].map((letter) => text.split(letter).length - 1));

describe.runIf(redisUrl)('nodes over a Redis of somebody else', () => {
  const url = new URL(redisUrl ?? 'redis://127.0.0.1:6379');
  let egress: Egress;

  beforeAll(() => {
    egress = createEgress({ egressAllow: [url.host] });
  });
  afterAll(() => egress.close());

  const contextOf = (
    credential: Record<string, string> = { redisUrl: redisUrl ?? '' },
    chatId = 'chat-1',
  ) => {
    const context = testContext({ services: { openStream: egress.openStream }, credential });
    return { ...context, session: { ...context.session, sessionId: chatId } };
  };
  const inFields = (password = url.password) => ({
    redisCacheHost: url.hostname,
    redisCachePort: url.port,
    redisCachePwd: password,
  });
  const fresh = () => `test-${crypto.randomUUID()}`;

  it('remember a conversation by session, as much of it as the window is wide', async () => {
    const context = contextOf(undefined, fresh());
    const memory = await runNode<ChatMemory>('RedisBackedChatMemory', {}, context);
    expect(await memory.load(context)).toEqual([]);
    await memory.keep?.('One?', 'Yes\n"1"', context);
    await memory.keep?.('Two?', 'Dös 🌱', context);
    const all = [
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'Yes\n"1"' },
      { role: 'user', content: 'Two?' },
      { role: 'assistant', content: 'Dös 🌱' },
    ];
    expect(await memory.load(context)).toEqual(all);
    const narrow = await runNode<ChatMemory>(
      'RedisBackedChatMemory',
      { windowSize: 1 },
      contextOf(inFields()),
    );
    expect(await narrow.load(context)).toEqual(all.slice(2));
    expect(await memory.load(contextOf(undefined, fresh()))).toEqual([]);
  });

  it('forget a session when its time is over', async () => {
    const context = contextOf();
    const sessionId = fresh();
    const memory = await runNode<ChatMemory>('RedisBackedChatMemory', { sessionId, sessionTTL: 1 }, context);
    await memory.keep?.('One?', 'Yes', context);
    await expect.poll(() => memory.load(context), { timeout: 5000 }).toEqual([]);
  });

  it('keep the answers of models', async () => {
    const context = contextOf();
    const cache = await runNode<ModelCache>('redisCache', { ttl: 60 }, context);
    const key = fresh();
    expect(await cache.read(key)).toBeUndefined();
    await cache.write(key, '{"content":"Ünï"}');
    expect(await cache.read(key)).toBe('{"content":"Ünï"}');
  });

  it('send each text to the model of vectors once, apart by namespace', async () => {
    const asked: string[][] = [];
    const embeddings: Embedder = {
      nodeId: 'e',
      provider: 'p',
      modelId: 'm',
      async embed(texts) {
        asked.push([...texts]);
        return texts.map((text) => [text.length, 0.5]);
      },
    };
    const context = contextOf();
    const of = (namespace: string) =>
      runNode<Embedder>('redisEmbeddingsCache', { embeddings, namespace }, context);
    const namespace = fresh();
    expect(await (await of(namespace)).embed(['one', 'three'], context)).toEqual([
      [3, 0.5],
      [5, 0.5],
    ]);
    expect(await (await of(namespace)).embed(['three', 'seventh'], context)).toEqual([
      [5, 0.5],
      [7, 0.5],
    ]);
    await (await of(fresh())).embed(['one'], context);
    expect(asked).toEqual([['one', 'three'], ['seventh'], ['one']]);
  });

  it('say in words what Redis refuses, and reach no server that the policy blocks', async () => {
    const read = async (credential: Record<string, string>) =>
      (await runNode<ModelCache>('redisCache', {}, contextOf(credential))).read('x');
    await expect(read(inFields('CANARY-wrong'))).rejects.toMatchObject({
      code: 'PROVIDER_UNAUTHORIZED',
      message: 'Redis rejected the user name and the password.',
    });
    await expect(read(inFields(''))).rejects.toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
    await expect(read({ redisUrl: 'redis://10.0.0.1:6379' })).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
    });
    await expect(read({ redisUrl: 'http://example.com' })).rejects.toMatchObject({ code: 'FLOW_INVALID' });
    await expect(read({})).rejects.toMatchObject({ code: 'CREDENTIAL_MISSING' });
    const search = await runNode<Retriever>(
      'redis',
      { embeddings: { embed: async () => [[1]] }, indexName: 'none' },
      contextOf(),
      'retriever',
    );
    await expect(search.retrieve('x', contextOf())).rejects.toMatchObject({
      message: expect.stringContaining('cannot search by vectors'),
    });
  });
});

describe('the vector store of Redis', () => {
  let server: Awaited<ReturnType<typeof startRedisSearch>>;
  let egress: Egress;
  const embeddings: Embedder = {
    nodeId: 'e',
    provider: 'p',
    modelId: 'm',
    embed: async (texts) => countLetters(texts),
  };

  beforeAll(async () => {
    server = await startRedisSearch();
    egress = createEgress({ egressAllow: [`127.0.0.1:${server.port}`] });
  });
  afterAll(async () => {
    await egress.close();
    server.close();
  });

  const context = () =>
    testContext({
      services: { openStream: egress.openStream },
      credential: { redisUrl: `redis://me:CANARY@127.0.0.1:${server.port}` },
    });
  const documents = (...texts: string[]): SourceDocument[][] => [
    texts.map((pageContent) => ({ pageContent, metadata: { source: `${pageContent}-x.txt` } })),
  ];
  async function upsert(document: SourceDocument[][], given: object = {}) {
    const node = await loadNode('redis');
    const values = readValues(node, { indexName: 'films', embeddings, document, ...given });
    return (await node.upsert?.(values as never, context())) as UpsertOutcome;
  }
  async function find(question: string, given: object = {}) {
    const form = { indexName: 'films', embeddings, ...given };
    const retriever = await runNode<Retriever>('redis', form, context(), 'retriever');
    return retriever.retrieve(question, context());
  }

  it('fills an index, once with each passage, and finds the nearest first', async () => {
    expect(await upsert(documents('aa', 'ab', 'bb'))).toMatchObject({ numAdded: 3 });
    await upsert(documents('aa'));
    expect(server.hashes.size).toBe(3);
    expect((await find('a')).map(({ pageContent }) => pageContent)).toEqual(['aa', 'ab', 'bb']);
    expect(await find('b', { topK: 1 })).toMatchObject([
      { pageContent: 'bb', metadata: { source: 'bb-x.txt' }, score: expect.closeTo(1) },
    ]);
    expect(server.commands.find(([name]) => name === 'auth')).toEqual(['auth', 'me', 'CANARY']);
  });

  it('reads the passages that other tools have written', async () => {
    await upsert(documents('bb'), { indexName: 'theirs' });
    const [key = ''] = [...server.hashes.keys()].filter((name) => name.startsWith('doc:theirs:'));
    server.hashes.get(key)?.set('metadata', Buffer.from('{"source":"b\\-b.txt"}'));
    expect((await find('b', { indexName: 'theirs' }))[0]?.metadata).toEqual({ source: 'b-b.txt' });
  });

  it('replaces the whole index where that is wanted', async () => {
    await upsert(documents('ab'), { replaceIndex: true });
    expect((await find('a')).map(({ pageContent }) => pageContent)).toEqual(['ab']);
    expect(await upsert(documents('a'), { indexName: 'new', replaceIndex: true })).toMatchObject({
      numAdded: 1,
    });
  });

  it('takes no field name that would change the query', async () => {
    await expect(find('a', { vectorKey: 'v] | [x' })).rejects.toMatchObject({ code: 'FLOW_INVALID' });
    await expect(find('a', { indexName: 'missing' })).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
  });
});
