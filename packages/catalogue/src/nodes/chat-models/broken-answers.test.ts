import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { OutputParser } from '@tendril/contract/provider/output-parser';
import type { Tool } from '@tendril/contract/provider/tool';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';

const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
const frame = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const done = 'data: [DONE]\n\n';
const input = { city: `Paris ${'é'.repeat(600)}` };
const called = (args: string, first = true) => ({
  tool_calls: [
    {
      index: 0,
      ...(first && { id: 'call_1', type: 'function' }),
      function: { ...(first && { name: 'weather' }), arguments: args },
    },
  ],
});

describe('ATK-145: a model whose stream is broken', () => {
  let server: Server;
  let baseUrl: string;
  /** What it writes for each question, in turn; the connection is cut after the last piece of one that has no end. */
  let answers: { pieces: string[]; isCut?: boolean }[] = [];
  const taken: unknown[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      for await (const _ of request);
      const { pieces, isCut } = answers.length > 1 ? answers.shift()! : answers[0]!;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of pieces) response.write(piece);
      if (isCut) setTimeout(() => response.destroy(), 20);
      else response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    taken.length = 0;
  });

  const weather: Tool = {
    nodeId: 'customTool_0',
    name: 'weather',
    description: 'The weather in a city',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
    execute: async (given) => {
      taken.push(given);
      return { text: 'sunny' };
    },
  };

  async function ask(): Promise<unknown> {
    const context = testContext({
      nodeId: 'toolAgent_0',
      question: 'How is Paris?',
      isStreaming: true,
      credential: { openAIApiKey: 'sk-1' },
    });
    const model = await runNode<ChatModel>(
      'chatOpenAI',
      { modelName: 'gpt-4.1', basepath: baseUrl },
      context,
    );
    const memory = await runNode('bufferMemory', {}, context);
    return askChain('toolAgent', { model, memory, tools: [weather] }, context);
  }
  const says = (text: string) => ({
    pieces: [frame({ role: 'assistant', content: text }), frame({}, 'stop'), done],
  });

  it('puts a call of a tool together that comes in 500 pieces, and runs it once', async () => {
    const args = JSON.stringify(input);
    const size = Math.ceil(args.length / 500);
    const parts = Array.from({ length: 500 }, (_, at) => args.slice(at * size, (at + 1) * size));
    answers = [
      {
        pieces: [
          frame(called('')),
          ...parts.map((part) => frame(called(part, false))),
          frame({}, 'tool_calls'),
          done,
        ],
      },
      says('It is sunny.'),
    ];
    expect(await ask()).toMatchObject({ text: 'It is sunny.' });
    expect(taken).toEqual([input]);
  });

  it.each([0, 1, 8, 15])(
    'runs no tool of which only %i signs of its arguments came before the cut',
    async (length) => {
      answers = [
        {
          pieces: [
            frame(called('')),
            frame(called(JSON.stringify({ city: 'Paris' }).slice(0, length), false)),
          ],
          isCut: true,
        },
      ];
      await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/^PROVIDER_/) });
      expect(taken).toEqual([]);
    },
  );

  it('fails in words where the stream is cut in the middle of a frame, or is no JSON', async () => {
    for (const piece of [
      frame({ content: 'half' }).slice(0, 60),
      'data: {"choices":[{"delta":\n\n',
      'data: 7\n\n',
    ]) {
      answers = [{ pieces: [frame({ role: 'assistant', content: 'It ' }), piece], isCut: true }];
      await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/^PROVIDER_/) });
    }
  });

  it('reads an end for a reason that nobody knows as an end', async () => {
    answers = [{ pieces: [frame({ role: 'assistant', content: 'Fine.' }), frame({}, 'cosmic_rays'), done] }];
    expect(await ask()).toMatchObject({ text: 'Fine.' });
  });
});

/** Repeats the same sequence. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

it('ATK-145: a structured answer that breaks its schema in 1,000 ways is read right or refused in words', async () => {
  const fields = [
    { property: 'city', type: 'string', description: 'Where' },
    { property: 'days', type: 'number', description: 'How long' },
  ];
  const parser = await runNode<OutputParser>(
    'structuredOutputParser',
    { jsonStructure: JSON.stringify(fields) },
    testContext(),
  );
  const random = createRandom(145);
  const right = '{"city":"Rome","days":2}';
  const wrong = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    'null',
    'true',
    '1e999',
    'NaN',
    '\\',
    '\u0000',
    '"__proto__":{},',
    '```',
    '😀',
  ];
  let refused = 0;
  for (let round = 0; round < 1000; round += 1) {
    let text = right;
    for (let change = 0; change <= round % 3; change += 1) {
      const at = Math.floor(random() * text.length);
      const cut = Math.floor(random() * 4);
      text = text.slice(0, at) + wrong[Math.floor(random() * wrong.length)] + text.slice(at + cut);
    }
    try {
      const value = parser.parse(text) as Record<string, unknown>;
      expect([typeof value['city'], typeof value['days'], Object.keys(value).length], text).toEqual([
        'string',
        'number',
        2,
      ]);
      expect(Number.isFinite(value['days']), text).toBe(true);
    } catch (error) {
      if (!(error instanceof Error) || error.name === 'AssertionError') throw error;
      refused += 1;
      expect(error.message.length, text).toBeGreaterThan(10);
      expect(error).not.toBeInstanceOf(TypeError);
    }
  }
  expect(refused).toBeGreaterThan(800);
});
