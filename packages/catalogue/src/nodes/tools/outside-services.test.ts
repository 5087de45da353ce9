import type { Chain } from '@tendril/contract/provider/answer';
import type { Graph } from '@tendril/contract/provider/graph';
import type { ModelCache } from '@tendril/contract/provider/model-cache';
import type { Retriever, VectorStore } from '@tendril/contract/provider/retrieval';
import type { Tool } from '@tendril/contract/provider/tool';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { loadNode, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const key = 'CANARY-key-0001';
let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const contextOf = (credential: Record<string, string>, question = '') =>
  testContext({ services: { fetch: vendor.fetch }, credential, question });
const asked = () => vendor.asked.map(({ request, body }) => (body === undefined ? request : [request, body]));
const aws = { awsKey: 'AKIA1', awsSecret: key };

describe('caches of answers elsewhere', () => {
  it('upstashRedisCache reads and writes', async () => {
    const context = contextOf({ upstashConnectionUrl: 'https://u.upstash.io', upstashConnectionToken: key });
    const cache = await runNode<ModelCache>('upstashRedisCache', {}, context);
    vendor.play(({ body }) => ({
      body: { result: JSON.stringify(body).includes('missing') ? null : 'kept' },
    }));
    expect([await cache.read('a'), await cache.read('missing')]).toEqual(['kept', undefined]);
    await cache.write('a', 'new');
    expect(asked().at(-1)).toEqual(['POST https://u.upstash.io/', ['SET', 'tendril:a', 'new']]);
    expect(vendor.asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it('momentoCache reads and writes', async () => {
    const secret = { momentoCache: 'mine', momentoApiKey: key, momentoEndpoint: 'api.cache.m.test' };
    const context = contextOf(secret);
    const cache = await runNode<ModelCache>('momentoCache', {}, context);
    vendor.play(({ request }) => (request.includes('missing') ? { status: 404 } : { text: 'kept' }));
    expect([await cache.read('a'), await cache.read('missing')]).toEqual(['kept', undefined]);
    await cache.write('a', 'new');
    expect(asked().at(-1)).toEqual([
      'PUT https://api.cache.m.test/cache/mine?key=a&ttl_seconds=86400',
      'new',
    ]);
    expect(vendor.asked[0]?.headers.authorization).toBe(key);
  });
});

describe('retrievers', () => {
  const found = [
    { pageContent: 'Cats', metadata: { kind: 'pet', tags: ['soft'] }, score: 0.9 },
    { pageContent: 'Lions', metadata: { kind: 'Wild', tags: ['fur', 'loud'] }, score: 0.8 },
  ];

  it('extractMetadataRetriever leaves out what a question rules out', async () => {
    const counts: number[] = [];
    const vectorStore: VectorStore = {
      nodeId: 's',
      search: async (_question, count) => {
        counts.push(count);
        return found;
      },
    };
    const model = scriptedModel('{"kind":"wild","tags":["loud"],"none":""}', '{}');
    const rows = [
      { key: 'kind', type: 'String' },
      { key: 'tags', type: 'String Array' },
    ];
    const given = {
      vectorStore,
      model,
      dynamicMetadataFilterRetrieverPrompt: 'Of: {{query}}',
      dynamicMetadataFilterRetrieverStructuredOutput: JSON.stringify(rows),
      topK: 2,
    };
    const context = contextOf({});
    const retriever = await runNode<Retriever>('extractMetadataRetriever', given, context, 'retriever');
    const texts = async () => (await retriever.retrieve('wild cats', context)).map((one) => one.pageContent);
    expect(await texts()).toEqual(['Lions']);
    expect(await texts()).toEqual(['Cats', 'Lions']);
    expect(counts).toEqual([20, 2]);
    expect(model.promptOf(0).join('')).toContain('Of: wild cats');
  });

  it('AzureRerankRetriever puts passages in the order of the model', async () => {
    const secret = { azureFoundryApiKey: key, azureFoundryEndpoint: 'https://r.services.ai.azure.com/' };
    const context = contextOf(secret);
    const baseRetriever: Retriever = { nodeId: 'b', retrieve: async () => found };
    const given = { baseRetriever, model: 'rerank-v3.5', topK: 1 };
    const retriever = await runNode<Retriever>('AzureRerankRetriever', given, context, 'retriever');
    vendor.play(() => ({
      body: {
        results: [
          { index: 0, relevance_score: 0.1 },
          { index: 1, relevance_score: 0.9 },
        ],
      },
    }));
    expect((await retriever.retrieve('big?', context)).map((one) => one.pageContent)).toEqual(['Lions']);
    expect(asked()).toEqual([
      [
        'POST https://r.services.ai.azure.com/providers/cohere/v2/rerank',
        { model: 'rerank-v3.5', query: 'big?', documents: ['Cats', 'Lions'], top_n: 1 },
      ],
    ]);
  });

  it('awsBedrockKBRetriever asks its knowledge base, signed', async () => {
    const context = contextOf(aws);
    const given = {
      region: 'eu-west-1',
      knoledgeBaseID: 'KB1',
      topK: 2,
      searchType: 'HYBRID',
      filter: '{"a":1}',
    };
    const retriever = await runNode<Retriever>('awsBedrockKBRetriever', given, context);
    vendor.play(() => ({
      body: { retrievalResults: [{ content: { text: 'Cats' }, score: 0.5, metadata: { source: 'a' } }] },
    }));
    expect(await retriever.retrieve('pets?', context)).toEqual([
      { pageContent: 'Cats', metadata: { source: 'a', relevanceScore: 0.5 } },
    ]);
    const search = { numberOfResults: 2, overrideSearchType: 'HYBRID', filter: { a: 1 } };
    expect(asked()).toEqual([
      [
        'POST https://bedrock-agent-runtime.eu-west-1.amazonaws.com/knowledgebases/KB1/retrieve',
        {
          retrievalQuery: { text: 'pets?' },
          retrievalConfiguration: { vectorSearchConfiguration: search },
        },
      ],
    ]);
    expect(vendor.asked[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 .*\/eu-west-1\/bedrock\/aws4_request/,
    );
  });
});

describe('tools', () => {
  const use = async (name: string, given: Record<string, unknown>, input: unknown, secret = {}) => {
    const context = contextOf(secret);
    return (await (await runNode<Tool>(name, given, context)).execute(input, context)).text;
  };

  it('jsonPathExtractor takes the value at its path', async () => {
    const json = '{"data":{"items":[{"name":"Ada"}]}}';
    expect(await use('jsonPathExtractor', { path: '$.data.items[0].name' }, { json })).toBe('Ada');
    expect(await use('jsonPathExtractor', { path: 'none', returnNullOnError: true }, { json })).toBe('null');
    await expect(use('jsonPathExtractor', { path: 'none' }, { json })).rejects.toThrow('nothing at "none"');
  });

  it('awsSNS publishes, and lists its topics', async () => {
    vendor.play(() => ({ text: '<PublishResponse><MessageId>m-1</MessageId></PublishResponse>' }));
    const given = { region: 'eu-west-1', topicArn: 'arn:aws:sns:eu-west-1:1:news' };
    expect(await use('awsSNS', given, { input: 'Hello & bye' }, aws)).toBe('Published as m-1.');
    expect(asked()).toEqual([
      [
        'POST https://sns.eu-west-1.amazonaws.com/',
        'Version=2010-03-31&Action=Publish&TopicArn=arn%3Aaws%3Asns%3Aeu-west-1%3A1%3Anews&Message=Hello+%26+bye',
      ],
    ]);
    vendor.play(() => ({ text: '<TopicArn>arn:aws:sns:eu-west-1:1:news</TopicArn>' }));
    const node = await loadNode('awsSNS');
    const request = {
      inputs: { region: 'eu-west-1' },
      credential: async () => aws,
      fetch: vendor.fetch,
      listTools: async () => [],
      signal: new AbortController().signal,
    };
    expect(await node.loadMethods?.['listTopics']?.(request)).toEqual([
      { name: 'arn:aws:sns:eu-west-1:1:news', label: 'news' },
    ]);
  });

  it('awsDynamoDBKVStorage keeps a value and reads the newest', async () => {
    vendor.play(() => ({ body: { Items: [{ value: { S: 'blue' } }] } }));
    const given = { region: 'eu-west-1', tableName: 'kv', keyPrefix: 'bot' };
    const store = { ...given, operation: 'store' };
    expect(await use('awsDynamoDBKVStorage', store, { key: 'colour', value: 'blue' }, aws)).toBe(
      'Kept under "colour".',
    );
    expect(
      await use('awsDynamoDBKVStorage', { ...given, operation: 'retrieve' }, { key: 'colour' }, aws),
    ).toBe('blue');
    const [put, query] = vendor.asked;
    expect(put?.body).toMatchObject({ Item: { pk: { S: 'bot#colour' }, value: { S: 'blue' } } });
    expect(query?.body).toMatchObject({
      ExpressionAttributeValues: { ':pk': { S: 'bot#colour' } },
      Limit: 1,
    });
    expect(put?.headers['x-amz-target']).toBe('DynamoDB_20120810.PutItem');
  });
});

describe('composio', () => {
  it('offers the chosen actions to a model and runs them with the connected account', async () => {
    const parameters = { type: 'object', properties: { to: { type: 'string' } } };
    vendor.play(({ request, body }) => {
      if (request.includes('/tools/execute/'))
        return JSON.stringify(body).includes('nobody')
          ? { body: { successful: false, error: 'no such person' } }
          : { body: { successful: true, data: { id: 1 } } };
      return { body: { slug: 'GMAIL_SEND', description: 'Sends.', input_parameters: parameters } };
    });
    const context = contextOf({ composioApi: key });
    const given = { appName: 'gmail', connectedAccountId: 'ca_1', actions: '["GMAIL_SEND"]' };
    const [tool] = await runNode<Tool[]>('composio', given, context);
    expect(tool).toMatchObject({ name: 'GMAIL_SEND', description: 'Sends.', inputSchema: parameters });
    expect(await tool?.execute({ to: 'ada' }, context)).toEqual({ text: '{"id":1}' });
    expect(asked()).toEqual([
      'GET https://backend.composio.dev/api/v3/tools/GMAIL_SEND',
      [
        'POST https://backend.composio.dev/api/v3/tools/execute/GMAIL_SEND',
        { connected_account_id: 'ca_1', arguments: { to: 'ada' } },
      ],
    ]);
    expect(vendor.asked[0]?.headers['x-api-key']).toBe(key);
    await expect(tool?.execute({ to: 'nobody' }, context)).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: 'Composio could not run GMAIL_SEND: no such person',
    });
  });

  it('lists services, connections and actions to choose from', async () => {
    vendor.play(({ request }) => ({
      body: {
        items: request.includes('accounts') ? [{ id: 'ca_1', status: 'ACTIVE' }] : [{ slug: 's', name: 'S' }],
      },
    }));
    const { loadMethods } = await loadNode('composio');
    const request = {
      inputs: { appName: 'gmail' },
      credential: async () => ({ composioApi: key }),
      fetch: vendor.fetch,
      listTools: async () => [],
      signal: new AbortController().signal,
    };
    expect(await loadMethods?.['listApps']?.(request)).toEqual([{ name: 's', label: 'S' }]);
    expect(await loadMethods?.['listActions']?.(request)).toEqual([{ name: 's', label: 'S' }]);
    expect(await loadMethods?.['listConnections']?.(request)).toEqual([
      { name: 'ca_1', label: 'ca_1 (ACTIVE)' },
    ]);
  });
});

describe('a graph of Neo4j', () => {
  const secret = { url: 'neo4j+s://g.databases.neo4j.io', username: 'neo4j', password: key };
  const open = (context: ReturnType<typeof contextOf>) =>
    runNode<Graph>('Neo4j', { database: 'films', timeoutMs: 5000 }, context);

  it('is asked for reading only, and answers a question about itself', async () => {
    vendor.play(({ body }) => {
      const { statement } = body as { statement: string };
      if (statement.includes('nodeTypeProperties'))
        return {
          body: {
            data: { fields: ['labels', 'property', 'types'], values: [[['Film'], 'title', ['String']]] },
          },
        };
      if (statement.includes('DISTINCT')) return { body: { data: { fields: [], values: [] } } };
      return { body: { data: { fields: ['title'], values: [['Alien']] } } };
    });
    const context = contextOf(secret, 'Which film?');
    const graph = await open(context);
    const model = scriptedModel('```cypher\nMATCH (f:Film) RETURN f.title AS title\n```', 'Alien.');
    const chain = await runNode<Chain>('graphCypherQAChain', { graph, model }, context);
    expect(await chain.invoke('Which film?', context)).toEqual({ text: 'Alien.' });
    expect(model.promptOf(0).join('')).toContain('["Film"] title: ["String"]');
    expect(model.promptOf(1).join('')).toContain('[{"title":"Alien"}]');
    expect(asked().at(-1)).toEqual([
      'POST https://g.databases.neo4j.io/db/films/query/v2',
      { statement: 'MATCH (f:Film) RETURN f.title AS title', accessMode: 'READ' },
    ]);
    expect(vendor.asked[0]?.headers.authorization).toBe(`Basic ${btoa(`neo4j:${key}`)}`);
    const direct = { graph, model: scriptedModel('MATCH (f) RETURN f'), returnDirect: true };
    expect(await runNode('graphCypherQAChain', direct, context, 'outputPrediction')).toEqual([
      { title: 'Alien' },
    ]);
  });

  it('says what Neo4j refused', async () => {
    vendor.play(() => ({ body: { errors: [{ message: 'Writing is not allowed' }] } }));
    const context = contextOf(secret);
    await expect((await open(context)).query('CREATE (n)', context)).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: 'Neo4j rejected the request: Writing is not allowed',
    });
  });
});
