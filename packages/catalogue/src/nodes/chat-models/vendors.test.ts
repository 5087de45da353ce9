import type { JSONSchema7 } from '@ai-sdk/provider';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { ModelStepInput, ModelStepOutput, NodeEvent } from '@tendril/contract/run-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askModel } from '../../model/ask-model.ts';
import { startAnthropicServer } from '../../testing/anthropic-server.ts';
import { startGoogleServer } from '../../testing/google-server.ts';
import { startOllamaServer } from '../../testing/ollama-server.ts';
import { startOpenAiServer } from '../../testing/openai-server.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { type TestContext, type TestContextOptions, testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import type { VendorServer } from '../../testing/vendor-server.ts';

interface Vendor {
  title: string;
  label: string;
  node: string;
  start(): Promise<VendorServer>;
  values: Record<string, unknown>;
  credential: Record<string, string>;
  keyHeader: string | undefined;
}

const secret = 'secret-0123456789abcdef';

const vendors: Vendor[] = [
  {
    title: 'OpenAI',
    label: 'OpenAI',
    node: 'chatOpenAI',
    start: startOpenAiServer,
    values: { modelName: 'gpt-4o-mini' },
    credential: { openAIApiKey: secret },
    keyHeader: 'authorization',
  },
  {
    title: 'OpenAI, a model that reasons',
    label: 'OpenAI',
    node: 'chatOpenAI',
    start: startOpenAiServer,
    values: { modelName: 'gpt-5-mini' },
    credential: { openAIApiKey: secret },
    keyHeader: 'authorization',
  },
  {
    title: 'Anthropic',
    label: 'Anthropic',
    node: 'chatAnthropic',
    start: startAnthropicServer,
    values: { modelName: 'claude-haiku-4-5' },
    credential: { anthropicApiKey: secret },
    keyHeader: 'x-api-key',
  },
  {
    title: 'Google',
    label: 'Google',
    node: 'chatGoogleGenerativeAI',
    start: startGoogleServer,
    values: { modelName: 'gemini-2.5-flash' },
    credential: { googleGenerativeAPIKey: secret },
    keyHeader: 'x-goog-api-key',
  },
  {
    title: 'Ollama',
    label: 'Ollama',
    node: 'chatOllama',
    start: startOllamaServer,
    values: { modelName: 'llama3.2', baseUrl: 'http://models.test:11434' },
    credential: {},
    keyHeader: undefined,
  },
];

const messages = [
  { role: 'system' as const, content: 'Be brief.' },
  { role: 'user' as const, content: 'Say hello.' },
];

const weatherTool = {
  type: 'function' as const,
  name: 'weather',
  description: 'The weather of a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  } satisfies JSONSchema7,
};

const answerSchema: JSONSchema7 = {
  type: 'object',
  properties: { mood: { type: 'string' } },
  required: ['mood'],
  additionalProperties: false,
};

function stepEnd(events: NodeEvent[]): Extract<NodeEvent, { type: 'step-end' }> {
  const end = events.findLast((event) => event.type === 'step-end');
  if (!end) throw new Error('No step has ended.');
  return end;
}

describe.each(vendors)('$title', ({ label, node, start, values, credential, keyHeader }) => {
  let server: VendorServer;

  beforeEach(async () => {
    server = await start();
  });
  afterEach(() => server.close());

  const context = (options: TestContextOptions = {}): TestContext =>
    testContext({ credential, services: { fetch: redirectFetch(server.url) }, ...options });

  const makeModel = () => runNode<ChatModel>(node, values, context());

  it('streams its answer, and reports usage and the exact prompt', async () => {
    server.play({ kind: 'text', pieces: ['Hel', 'lo', ' you'] });
    const run = context({ isStreaming: true });
    const reply = await askModel(await makeModel(), { messages, isAnswer: true }, run);

    expect(reply).toMatchObject({ text: 'Hello you', usage: { inputTokens: 12, outputTokens: 7 } });
    const deltas = run.events.filter((event) => event.type === 'text-delta').map((event) => event.text);
    expect(deltas).toEqual(['Hel', 'lo', ' you']);
    const begin = run.events.find((event) => event.type === 'step-start');
    const input = begin?.input as ModelStepInput;
    expect(input.messages).toEqual(messages);
    expect(stepEnd(run.events)).toMatchObject({
      kind: 'model',
      nodeId: 'node_0',
      output: { text: 'Hello you', finishReason: 'stop' },
      usage: { inputTokens: 12, outputTokens: 7 },
      firstTokenMs: expect.any(Number),
    });
    if (keyHeader) expect(String(server.requests[0]?.headers[keyHeader])).toContain(secret);
  });

  it('answers in one piece where nobody streams, and reports usage and cost', async () => {
    server.play({ kind: 'text', pieces: ['Hello'] });
    const run = context();
    const model = await makeModel();
    const reply = await askModel(model, { messages, isAnswer: true }, run);

    expect(reply).toMatchObject({
      text: 'Hello',
      finishReason: 'stop',
      usage: { inputTokens: 12, outputTokens: 7 },
    });
    const { price } = model;
    if (!price) throw new Error('The price is known.');
    expect(stepEnd(run.events).costUsd).toBeCloseTo((12 * price.input + 7 * price.output) / 1e6, 12);
  });

  it.each([true, false])('calls a tool (streaming: %s)', async (isStreaming) => {
    server.play({ kind: 'tool-call', tool: 'weather', input: { city: 'Oslo' } });
    const run = context({ isStreaming });
    const reply = await askModel(await makeModel(), { messages, tools: [weatherTool], isAnswer: true }, run);

    expect(reply.toolCalls).toEqual([
      { toolCallId: expect.any(String), tool: 'weather', input: { city: 'Oslo' } },
    ]);
    expect(reply.finishReason).toBe('tool-calls');
    const output = stepEnd(run.events).output as ModelStepOutput;
    expect(output.toolCalls).toEqual([{ tool: 'weather', input: { city: 'Oslo' } }]);
    expect(JSON.stringify(server.requests[0]?.body)).toContain('The weather of a city.');
  });

  it('gives structured output, and sends the schema along', async () => {
    server.play({ kind: 'text', pieces: ['{"mood":', '"fine"}'] });
    const reply = await askModel(await makeModel(), { messages, schema: answerSchema }, context());

    expect(JSON.parse(reply.text)).toEqual({ mood: 'fine' });
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"mood":');
  });

  it.each([
    [401, 'PROVIDER_UNAUTHORIZED', `${label} rejected the key. Check the secret selected in this node.`],
    [429, 'PROVIDER_RATE_LIMITED', `${label} is rate-limiting this key. Try again in 7 s.`],
    [500, 'PROVIDER_UNAVAILABLE', `${label} is not available right now (status 500).`],
    [400, 'PROVIDER_REFUSED', `${label} rejected the request: The prompt is too long.`],
  ] as const)('says a %i in words', async (status, code, message) => {
    server.play({
      kind: 'status',
      status,
      message: 'The prompt is too long.',
      headers: { 'retry-after': '7' },
    });
    for (const isStreaming of [true, false]) {
      const run = context({ isStreaming });
      const asked = askModel(await makeModel(), { messages, isAnswer: true }, run);
      await expect(asked).rejects.toMatchObject({
        name: 'AppError',
        code,
        message: expect.stringContaining(message.slice(0, 24)),
      });
      const { error } = stepEnd(run.events);
      if (status === 429) expect(error).toContain('rate-limiting');
      else expect(error).toBe(message);
      expect(JSON.stringify(run.events)).not.toContain(secret);
    }
  });

  it('says in words that nobody is there', async () => {
    const model = await makeModel();
    await server.close();
    await expect(askModel(model, { messages }, context())).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: `${label} could not be reached.`,
    });
  });

  it('closes its socket when the run is stopped before the first word', async () => {
    server.play({ kind: 'hang' });
    const abort = new AbortController();
    const asked = askModel(await makeModel(), { messages }, context({ signal: abort.signal }));
    await server.nextRequest();
    abort.abort();

    await expect(asked).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
    expect((await server.nextClosing()).isFinished).toBe(false);
  });

  it('closes its socket when the run is stopped in the middle of an answer', async () => {
    server.play({ kind: 'hang-after', pieces: ['One', ' two'] });
    const abort = new AbortController();
    const run = context({ isStreaming: true, signal: abort.signal });
    const heard = Promise.withResolvers<void>();
    const { emit } = run;
    run.emit = (event) => {
      emit(event);
      if (event.type === 'text-delta' && event.text === ' two') heard.resolve();
    };
    const asked = askModel(await makeModel(), { messages, isAnswer: true }, run);
    await heard.promise;
    abort.abort();

    await expect(asked).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
    expect((await server.nextClosing()).isFinished).toBe(false);
    expect(stepEnd(run.events)).toMatchObject({ error: 'The run was stopped.', output: { text: 'One two' } });
  });
});

describe('a missing key', () => {
  it.each([
    ['chatOpenAI', 'OpenAI chat model'],
    ['chatAnthropic', 'Anthropic chat model'],
    ['chatGoogleGenerativeAI', 'Google chat model'],
  ] as const)('is said in words before anything is sent', async (node, owner) => {
    await expect(runNode(node, {}, testContext())).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: `${owner} needs a key. Add one, or use the demo model.`,
    });
  });
});
