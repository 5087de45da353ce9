import type { ChatMemory } from '@tendril/contract/provider/memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayAnswer, type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const key = 'CANARY-key-0001';
let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const contextOf = (credential: Record<string, string>) =>
  testContext({
    services: { fetch: vendor.fetch },
    credential,
    question: 'Who am I?',
    storedHistory: [{ role: 'user', content: 'earlier' }],
  });
const asked = () => vendor.asked.map(({ request, body }) => (body === undefined ? request : [request, body]));

interface MemoryCase {
  node: string;
  given: Record<string, unknown>;
  secret: Record<string, string>;
  header: [name: string, value: string];
  play: PlayAnswer;
  recalled: { role: string; content: string }[];
  /** All requests of one turn. */
  asked: unknown[];
}

const human = { type: 'human', data: { content: 'I am Ada.' } };
const ai = { type: 'ai', data: { content: 'Hello Ada.' } };
const turns = [
  { role: 'user', content: 'I am Ada.' },
  { role: 'assistant', content: 'Hello Ada.' },
];
const fresh = [
  { role: 'user', content: 'Who am I?' },
  { role: 'assistant', content: 'Ada.' },
];

const cases: MemoryCase[] = [
  {
    node: 'upstashRedisBackedChatMemory',
    given: { baseURL: 'https://u.upstash.io', sessionTTL: 60 },
    secret: { upstashRestToken: key },
    header: ['authorization', `Bearer ${key}`],
    play: ({ body }) => ({
      body: JSON.stringify(body).includes('LRANGE')
        ? { result: [JSON.stringify(ai), JSON.stringify(human), 'no message'] }
        : [{ result: 1 }],
    }),
    recalled: turns,
    asked: [
      ['POST https://u.upstash.io/', ['LRANGE', 'chat-1', 0, -1]],
      [
        'POST https://u.upstash.io/multi-exec',
        [
          [
            'LPUSH',
            'chat-1',
            JSON.stringify({ type: 'human', data: { content: 'Who am I?' } }),
            JSON.stringify({ type: 'ai', data: { content: 'Ada.' } }),
          ],
          ['EXPIRE', 'chat-1', 60],
        ],
      ],
    ],
  },
  {
    node: 'mem0',
    given: { user_id: 'ada', app_id: 'shop' },
    secret: { apiKey: key },
    header: ['authorization', `Token ${key}`],
    play: ({ request }) => ({
      body: request.endsWith('/search/') ? { results: [{ memory: 'Is Ada' }] } : {},
    }),
    recalled: [
      { role: 'system', content: 'What is known:\n- Is Ada' },
      { role: 'user', content: 'earlier' },
    ],
    asked: [
      [
        'POST https://api.mem0.ai/v2/memories/search/',
        { query: 'Who am I?', filters: { AND: [{ user_id: 'ada' }, { app_id: 'shop' }] } },
      ],
      ['POST https://api.mem0.ai/v1/memories/', { messages: fresh, user_id: 'ada', app_id: 'shop' }],
    ],
  },
  {
    node: 'ZepMemoryCloud',
    given: { memoryType: 'perpetual' },
    secret: { apiKey: key },
    header: ['authorization', `Api-Key ${key}`],
    play: ({ request }) => ({
      body: request.endsWith('/context') ? { context: 'Ada likes tea.' } : { messages: turns },
    }),
    recalled: [{ role: 'system', content: 'Ada likes tea.' }, ...turns],
    asked: [
      'GET https://api.getzep.com/api/v2/threads/chat-1/messages',
      'GET https://api.getzep.com/api/v2/threads/chat-1/context',
      ['POST https://api.getzep.com/api/v2/threads/chat-1/messages', { messages: fresh }],
    ],
  },
  {
    node: 'ZepMemory',
    given: { baseURL: 'http://zep.test:8000/', k: 4, aiPrefix: 'ai', humanPrefix: 'human' },
    secret: { apiKey: key },
    header: ['authorization', `Bearer ${key}`],
    play: () => ({
      body: {
        summary: { content: 'Ada likes tea.' },
        messages: [
          { role: 'human', content: 'I am Ada.' },
          { role: 'ai', content: 'Hello Ada.' },
        ],
      },
    }),
    recalled: [{ role: 'system', content: 'Ada likes tea.' }, ...turns],
    asked: [
      'GET http://zep.test:8000/api/v1/sessions/chat-1/memory?lastn=4',
      [
        'POST http://zep.test:8000/api/v1/sessions/chat-1/memory',
        {
          messages: [
            { role: 'human', content: 'Who am I?' },
            { role: 'ai', content: 'Ada.' },
          ],
        },
      ],
    ],
  },
  {
    node: 'DynamoDBChatMemory',
    given: { tableName: 'chats', partitionKey: 'id', region: 'eu-west-1', sessionId: 's1' },
    secret: { accessKey: 'AKIA1', secretAccessKey: key },
    header: ['x-amz-target', 'DynamoDB_20120810.GetItem'],
    play: () => ({
      body: {
        Item: {
          messages: {
            L: [
              { M: { type: { S: 'human' }, text: { S: 'I am Ada.' } } },
              { M: { type: { S: 'ai' }, text: { S: 'Hello Ada.' } } },
            ],
          },
        },
      },
    }),
    recalled: turns,
    asked: [
      ['POST https://dynamodb.eu-west-1.amazonaws.com/', { TableName: 'chats', Key: { id: { S: 's1' } } }],
      [
        'POST https://dynamodb.eu-west-1.amazonaws.com/',
        expect.objectContaining({
          UpdateExpression: 'SET #m = list_append(if_not_exists(#m, :none), :new)',
        }),
      ],
    ],
  },
];

describe.each(cases)('$node', (one) => {
  it('recalls the conversation before an answer, and keeps the question with its answer', async () => {
    vendor.play(one.play);
    const context = contextOf(one.secret);
    const memory = await runNode<ChatMemory>(one.node, { memoryKey: 'chat_history', ...one.given }, context);
    expect(await memory.load(context)).toEqual(one.recalled);
    vendor.play(one.play);
    const given = { model: scriptedModel('Ada.'), memory, systemMessagePrompt: 'Be short.' };
    expect(await askChain('conversationChain', given, context)).toEqual({ text: 'Ada.' });
    expect(asked()).toEqual(one.asked);
    expect(vendor.asked[0]?.headers[one.header[0]]).toBe(one.header[1]);
  });

  it('says in words what the vendor refused, without the key', async () => {
    vendor.play(() => ({ status: 401, body: { message: `wrong ${key}` } }));
    const context = contextOf(one.secret);
    const memory = await runNode<ChatMemory>(one.node, { memoryKey: 'chat_history', ...one.given }, context);
    const error = await memory.load(context).catch((failure: Error) => failure);
    expect(error).toMatchObject({ code: 'PROVIDER_UNAUTHORIZED', message: expect.not.stringContaining(key) });
  });
});

it('ZepMemoryCloud makes the thread with its first message', async () => {
  let isThere = false;
  vendor.play(({ request }) => {
    if (request.endsWith('/api/v2/threads')) isThere = true;
    return !isThere && request.endsWith('/messages') ? { status: 404 } : { body: {} };
  });
  const context = contextOf({ apiKey: key });
  const memory = await runNode<ChatMemory>('ZepMemoryCloud', { memoryKey: 'h' }, context);
  expect(await memory.load(context)).toEqual([]);
  await memory.keep?.('Who am I?', 'Ada.', context);
  expect(asked().slice(1)).toEqual([
    ['POST https://api.getzep.com/api/v2/threads/chat-1/messages', { messages: fresh }],
    ['POST https://api.getzep.com/api/v2/users', { user_id: 'chat-1' }],
    ['POST https://api.getzep.com/api/v2/threads', { thread_id: 'chat-1', user_id: 'chat-1' }],
    ['POST https://api.getzep.com/api/v2/threads/chat-1/messages', { messages: fresh }],
  ]);
});

it.each(['sqliteAgentMemory', 'postgresAgentMemory', 'mySQLAgentMemory'])(
  '%s remembers in the database of this installation',
  async (name) => {
    const context = contextOf({});
    const given = { host: 'db.test', database: 'd', port: 1 };
    const memory = await runNode<ChatMemory>(name, given, context);
    expect(await memory.load(context)).toEqual([{ role: 'user', content: 'earlier' }]);
  },
);
