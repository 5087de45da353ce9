import { testContext } from '@tendril/catalogue/testing/run-context';
import { loadNode, readValues, runNode } from '@tendril/catalogue/testing/run-node';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { ChatMemory } from '@tendril/contract/provider/memory';
import type { UpsertOutcome } from '@tendril/contract/provider/passage-store';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type Egress } from '../../../platform/egress/egress.ts';
import { startMongoServer } from '../../../testing/mongo-server.ts';

const password = 'CANARY/mongo:pass@word';
const embeddings: Embedder = {
  nodeId: 'e',
  provider: 'p',
  modelId: 'm',
  embed: async (texts) => texts.map((text) => ['a', 'b'].map((letter) => text.split(letter).length - 1)),
};

describe('nodes over a MongoDB of somebody else', () => {
  let server: Awaited<ReturnType<typeof startMongoServer>>;
  let egress: Egress;

  beforeAll(async () => {
    server = await startMongoServer(password);
    egress = createEgress({ egressAllow: [`127.0.0.1:${server.port}`] });
  });
  afterAll(async () => {
    server.close();
    await egress.close();
  });

  const contextOf = (mongoDBConnectUrl = server.url, from = egress, signal = new AbortController().signal) =>
    testContext({
      signal,
      services: { openRelay: from.openRelay, openStream: from.openStream },
      credential: { mongoDBConnectUrl },
    });
  const fresh = () => `c${crypto.randomUUID()}`;
  const memoryOf = (given: Record<string, unknown>, context = contextOf()) =>
    runNode<ChatMemory>(
      'MongoDBAtlasChatMemory',
      { databaseName: 'chats', collectionName: 'turns', ...given },
      context,
    );

  it('remember a conversation by session, in the form in which other tools keep it', async () => {
    const context = contextOf();
    const memory = await memoryOf({ collectionName: 'talk' });
    expect(await memory.load(context)).toEqual([]);
    await memory.keep?.('One?', 'Yes\n"1"', context);
    await memory.keep?.('Two?', 'Dös 🌱', context);
    expect(await memory.load(context)).toEqual([
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'Yes\n"1"' },
      { role: 'user', content: 'Two?' },
      { role: 'assistant', content: 'Dös 🌱' },
    ]);
    expect(server.collections.get('chats.talk')).toEqual([
      expect.objectContaining({
        sessionId: 'chat-1',
        messages: expect.arrayContaining([
          { type: 'human', data: { content: 'One?' }, timestamp: expect.any(Date) },
        ]),
      }),
    ]);
    expect(await (await memoryOf({ collectionName: 'talk', sessionId: 'other' })).load(context)).toEqual([]);
  });

  const storeForm = (collectionName: string, given: Record<string, unknown> = {}) => ({
    databaseName: 'house',
    collectionName,
    indexName: 'vectors',
    embeddings,
    ...given,
  });

  async function upsert(
    form: Record<string, unknown>,
    documents: unknown,
  ): Promise<UpsertOutcome | undefined> {
    const node = await loadNode('mongoDBAtlas');
    return node.upsert?.(readValues(node, { ...form, document: documents }) as never, contextOf());
  }

  async function find(form: Record<string, unknown>, question: string) {
    const retriever = await runNode<Retriever>('mongoDBAtlas', form, contextOf(), 'retriever');
    return retriever.retrieve(question, contextOf());
  }

  it('fill a collection, find the nearest passages in it, and replace what they hold', async () => {
    const form = storeForm(fresh());
    const documents = [
      { pageContent: 'aaa', metadata: { page: 1, kind: 'rule', at: new Date(0).toISOString() } },
      { pageContent: 'bbb', metadata: { page: 2, kind: 'news' } },
    ];
    expect(await upsert(form, documents)).toMatchObject({ numAdded: 2 });
    await upsert(form, documents);
    expect(server.collections.get(`house.${form.collectionName}`)).toEqual([
      expect.objectContaining({ text: 'aaa', embedding: [3, 0], page: 1, kind: 'rule' }),
      expect.objectContaining({ text: 'bbb', embedding: [0, 3], page: 2 }),
    ]);
    const found = await find({ ...form, topK: 1 }, 'aab');
    expect(found).toEqual([
      expect.objectContaining({
        pageContent: 'aaa',
        metadata: { page: 1, kind: 'rule', at: new Date(0).toISOString() },
        score: expect.closeTo(0.947, 2),
      }),
    ]);
    const filtered = await find({ ...form, mongoMetadataFilter: { kind: 'news', page: [2, 3] } }, 'aaa');
    expect(filtered.map(({ pageContent }) => pageContent)).toEqual(['bbb']);
    expect(server.asked.at(-1)).toMatchObject({
      aggregate: form.collectionName,
      pipeline: [{ $vectorSearch: { filter: { kind: { $eq: 'news' }, page: { $in: [2, 3] } } } }, {}, {}],
    });
    const varied = await find({ ...form, searchType: 'mmr', topK: 2, textKey: 'text' }, 'aaa');
    expect(varied.map(({ pageContent }) => pageContent)).toEqual(['aaa', 'bbb']);
  });

  it.each([
    ['a wrong password', () => server.url.replace('CANARY', 'WRONG'), 'PROVIDER_UNAUTHORIZED', 'user name'],
    ['an address that is none', () => 'https://db.example.com', 'FLOW_INVALID', 'mongodb+srv://'],
    ['the path of a socket', () => 'mongodb://%2Ftmp%2Fmongodb-27017.sock', 'FLOW_INVALID', 'name hosts'],
    [
      'a sign-in by the cloud',
      () => `${server.url}?authMechanism=MONGODB-AWS`,
      'FLOW_INVALID',
      'sign-in "MONGODB-AWS"',
    ],
    ['a private address', () => 'mongodb://10.0.0.5:27017/', 'EGRESS_DENIED', '10.0.0.5'],
    ['no address', () => '', 'CREDENTIAL_MISSING', 'Choose a credential'],
  ])('tell in words of %s', async (_name, url, code, words) => {
    const context = contextOf(url());
    const asking = memoryOf({}, context).then((memory) => memory.load(context));
    await expect(asking).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
    await expect(asking).rejects.toMatchObject({ message: expect.not.stringContaining('CANARY') });
  });

  it('read no file of this machine and dial no other proxy, whatever the address says', async () => {
    const options = 'proxyHost=10.0.0.1&proxyPort=1&tlsCAFile=/etc/passwd&compressors=snappy&appName=mine';
    const context = contextOf(`${server.url}?${options}`);
    expect(await (await memoryOf({}, context)).load(context)).toEqual([]);
  });

  it('follow a server to no private host that it names as one of its own', async () => {
    const own = await startMongoServer();
    const from = createEgress({ egressAllow: [`127.0.0.1:${own.port}`] });
    Object.assign(own.topology, {
      setName: 'rs0',
      hosts: ['10.0.0.5:27017'],
      primary: '10.0.0.5:27017',
      me: '10.0.0.5:27017',
    });
    const context = contextOf(`${own.url}?replicaSet=rs0`, from);
    const memory = await memoryOf({}, context);
    await expect(memory.load(context)).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
      message: expect.stringContaining('10.0.0.5'),
    });
    expect(own.asked).toEqual([]);
    own.close();
    await from.close();
  });

  it('end with their run, and tell of a refused command', async () => {
    const run = new AbortController();
    const silent = await startMongoServer();
    silent.topology['ok'] = 0;
    const from = createEgress({ egressAllow: [`127.0.0.1:${silent.port}`] });
    const context = contextOf(silent.url, from, run.signal);
    const loading = (await memoryOf({}, context)).load(context);
    setImmediate(() => run.abort());
    await expect(loading).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
    silent.close();
    await from.close();
  });
});
