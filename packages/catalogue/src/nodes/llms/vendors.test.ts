import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askModel } from '../../model/ask-model.ts';
import { startOllamaServer } from '../../testing/ollama-server.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import {
  openEvents,
  piecesOf,
  type Scenario,
  sendJson,
  startVendorServer,
  type VendorServer,
} from '../../testing/vendor-server.ts';

const key = 'CANARY_0123456789abcdef';
const usage = { prompt_tokens: 12, completion_tokens: 7 };

interface Vendor {
  label: string;
  values: Record<string, unknown>;
  field: string;
  fields?: Record<string, string>;
  path: string;
  body: Record<string, unknown>;
}

const azure = {
  azureOpenAIApiInstanceName: 'mine',
  azureOpenAIApiDeploymentName: 'd1',
  azureOpenAIApiVersion: '2025-01-01',
};
const prompt = { prompt: 'Say hello.' };
const messages = [{ role: 'user' as const, content: 'Say hello.' }];

const vendors: Record<string, Vendor> = {
  openAI: {
    label: 'OpenAI',
    values: { maxTokens: 50, topP: 0.4, frequencyPenalty: 0.2, presencePenalty: 0.3 },
    field: 'openAIApiKey',
    path: '/v1/completions',
    body: {
      ...prompt,
      model: 'gpt-3.5-turbo-instruct',
      temperature: 0.7,
      max_tokens: 50,
      top_p: 0.4,
      frequency_penalty: 0.2,
      presence_penalty: 0.3,
    },
  },
  azureOpenAI: {
    label: 'Azure OpenAI',
    values: { maxTokens: 50 },
    field: 'azureOpenAIApiKey',
    fields: azure,
    path: '/openai/deployments/d1/completions?api-version=2025-01-01',
    body: { ...prompt, max_tokens: 50 },
  },
  fireworks: {
    label: 'Fireworks AI',
    values: {},
    field: 'fireworksApiKey',
    path: '/inference/v1/completions',
    body: { ...prompt, model: 'accounts/fireworks/models/llama-v3-70b-instruct-hf' },
  },
  togetherAI: {
    label: 'Together AI',
    values: { modelName: 'mistralai/Mixtral-8x7B-v0.1', stop: 'END', repeatPenalty: 1.2, streaming: true },
    field: 'togetherAIApiKey',
    path: '/v1/completions',
    body: {
      ...prompt,
      model: 'mistralai/Mixtral-8x7B-v0.1',
      stop: ['END'],
      top_k: 50,
      top_p: 0.7,
      repetition_penalty: 1.2,
    },
  },
  sambanova: {
    label: 'SambaNova',
    values: {},
    field: 'sambanovaApiKey',
    path: '/v1/chat/completions',
    body: { messages, model: 'Meta-Llama-3.3-70B-Instruct' },
  },
  cohere: {
    label: 'Cohere',
    values: { modelName: 'command-r7b-12-2024', maxTokens: 50 },
    field: 'cohereApiKey',
    path: '/compatibility/v1/chat/completions',
    body: { messages, model: 'command-r7b-12-2024', max_tokens: 50 },
  },
  huggingFaceInference_LLMs: {
    label: 'Hugging Face',
    values: { model: 'org/model', temperature: 0.1, maxTokens: 50, hfTopK: 9 },
    field: 'huggingFaceApiKey',
    path: '/v1/chat/completions',
    body: { messages, model: 'org/model', temperature: 0.1, max_tokens: 50, top_k: 9 },
  },
};

/** `/completions` answers with texts, `/chat/completions` with messages. */
function startServer(): Promise<VendorServer> {
  return startVendorServer(({ path, body }, scenario: Scenario, response) => {
    if (scenario.kind === 'status') {
      sendJson(response, { error: { message: scenario.message } }, scenario.status, scenario.headers);
      return;
    }
    const isChat = path.includes('/chat/');
    const choice = (text: string, finish_reason: string | null) => {
      const content = isChat ? { delta: { content: text }, message: { content: text } } : { text };
      return { choices: [{ index: 0, ...content, finish_reason }] };
    };
    if (body['stream'] !== true) {
      sendJson(response, { ...choice(piecesOf(scenario).join(''), 'stop'), usage });
      return;
    }
    const send = openEvents(response);
    for (const piece of piecesOf(scenario)) send(choice(piece, null));
    send({ ...choice('', 'stop'), usage });
    send('[DONE]');
    response.end();
  });
}

let server: VendorServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const contextOf = ({ field, fields }: Vendor, isStreaming = false) =>
  testContext({
    isStreaming,
    credential: { ...fields, [field]: ` ${key}\n` },
    services: { fetch: redirectFetch(server.url) },
  });

describe.each(Object.entries(vendors))('%s', (node, vendor) => {
  const make = () => runNode<ChatModel>(node, vendor.values, contextOf(vendor));

  it.each([true, false])(
    'asks with the key, the path and each input (streaming: %s)',
    async (isStreaming) => {
      server.play({ kind: 'text', pieces: ['Hel', 'lo'] });
      const run = contextOf(vendor, isStreaming);
      const reply = await askModel(await make(), { messages, isAnswer: true }, run);
      expect(reply).toMatchObject({
        text: 'Hello',
        finishReason: 'stop',
        usage: { inputTokens: 12, outputTokens: 7 },
      });
      if (isStreaming) expect(run.events.filter(({ type }) => type === 'text-delta')).toHaveLength(2);
      const { path, headers, body } = server.requests[0] ?? expect.fail('nothing was asked');
      expect(path).toBe(vendor.path);
      expect(headers.authorization ?? headers['api-key']).toMatch(new RegExp(`^(?:Bearer )?${key}$`));
      expect(body).toMatchObject(vendor.body);
    },
  );

  it('says refusals in words, without the key', async () => {
    const cases = [
      [401, `${vendor.label} rejected the key. Check the secret selected in this node.`],
      [429, `${vendor.label} is rate-limiting this key. Try again in 7 s.`],
      [500, `${vendor.label} is not available right now (status 500).`],
      [400, `${vendor.label} rejected the request: Too long, …`],
    ] as const;
    for (const [status, message] of cases) {
      server.play({ kind: 'status', status, message: `Too long, ${key}`, headers: { 'retry-after': '7' } });
      const run = contextOf(vendor, status === 400);
      await expect(askModel(await make(), { messages, isAnswer: true }, run)).rejects.toThrow();
      expect(run.events.findLast((event) => event.type === 'step-end')).toMatchObject({ error: message });
      expect(JSON.stringify(run.events)).not.toContain('CANARY');
    }
  });
});

describe('a model that continues a text', () => {
  const vendor = vendors['openAI'] ?? expect.fail('gone');
  const make = (values: Record<string, unknown>) => runNode<ChatModel>('openAI', values, contextOf(vendor));

  it('gets a conversation with its speakers', async () => {
    const talk = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'Hello.' },
      { role: 'assistant' as const, content: 'Hi.' },
      { role: 'user' as const, content: 'Who are you?' },
    ];
    await askModel(await make({}), { messages: talk }, contextOf(vendor));
    const lines = ['System: Be brief.', 'Human: Hello.', 'AI: Hi.', 'Human: Who are you?', 'AI:'];
    expect(server.requests[0]?.body['prompt']).toBe(lines.join('\n'));
  });

  it('cannot call tools, and says so before anything is sent', async () => {
    const tools = [{ type: 'function' as const, name: 'weather', inputSchema: { type: 'object' as const } }];
    await expect(askModel(await make({}), { messages, tools }, contextOf(vendor))).rejects.toMatchObject({
      code: 'FLOW_INVALID',
      message: 'This model completes text and cannot call tools. Use a chat model instead.',
    });
    expect(server.requests).toEqual([]);
  });

  it('answers in one piece where the best of several attempts is wanted', async () => {
    await askModel(await make({ bestOf: 3 }), { messages, isAnswer: true }, contextOf(vendor, true));
    expect(server.requests[0]?.body).toMatchObject({ best_of: 3 });
    expect(server.requests[0]?.body).not.toHaveProperty('stream');
  });

  it('is asked as a chat model where an old flow names one', async () => {
    for (const modelName of ['gpt-3.5-turbo', 'gpt-4o', 'gpt-3.5-turbo-instruct', 'davinci-002'])
      await askModel(await make({ modelName }), { messages }, contextOf(vendor));
    const [chat, text] = ['/v1/chat/completions', '/v1/completions'];
    expect(server.requests.map(({ path }) => path)).toEqual([chat, chat, text, text]);
  });
});

it('ollama asks a server of one’s own, with each input', async () => {
  const own = await startOllamaServer();
  const context = testContext({ services: { fetch: redirectFetch(own.url) } });
  const values = { modelName: 'llama3.2', temperature: 0.1, topK: 9, numCtx: 4096, stop: 'END' };
  const model = await runNode<ChatModel>('ollama', values, context);
  expect((await askModel(model, { messages, isAnswer: true }, context)).text).toBe('Hello');
  expect(own.requests[0]).toMatchObject({
    path: '/api/chat',
    body: { model: 'llama3.2', options: { temperature: 0.1, top_k: 9, num_ctx: 4096, stop: ['END'] } },
  });
  await own.close();
});

describe('replicate', () => {
  const ask = async (model: string, fetch: typeof globalThis.fetch, signal?: AbortSignal) => {
    const context = testContext({
      credential: { replicateApiKey: key },
      services: { fetch },
      ...(signal && { signal }),
    });
    const values = { model, maxTokens: 50, topP: 0.4, repetitionPenalty: 1.1, additionalInputs: { seed: 3 } };
    const made = await runNode<ChatModel>('replicate', values, context);
    return askModel(made, { messages, isAnswer: true }, context);
  };
  const asked: { url: string; method: string; body: unknown }[] = [];
  const answering =
    (...answers: object[]): typeof globalThis.fetch =>
    async (url, init) => {
      const body = init?.body === undefined ? undefined : JSON.parse(String(init.body));
      asked.push({ url: String(url), method: init?.method ?? 'GET', body });
      expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${key}`);
      return Response.json(answers.shift() ?? { id: 'p1', status: 'processing' });
    };
  beforeEach(() => void asked.splice(0));

  it('starts a prediction with each input and reads it until it has ended', async () => {
    const fetch = answering(
      { id: 'p1', status: 'starting' },
      { id: 'p1', status: 'succeeded', output: ['Hel', 'lo'] },
    );
    expect((await ask('meta/llama-3', fetch)).text).toBe('Hello');
    const input = {
      ...prompt,
      temperature: 0.7,
      max_tokens: 50,
      top_p: 0.4,
      repetition_penalty: 1.1,
      seed: 3,
    };
    expect(asked).toEqual([
      {
        url: 'https://api.replicate.com/v1/models/meta/llama-3/predictions',
        method: 'POST',
        body: { input },
      },
      { url: 'https://api.replicate.com/v1/predictions/p1', method: 'GET', body: undefined },
    ]);
  });

  it('asks a version by its id', async () => {
    await ask('meta/llama-3:abc123', answering({ id: 'p1', status: 'succeeded', output: 'Hello' }));
    expect(asked[0]).toMatchObject({
      url: 'https://api.replicate.com/v1/predictions',
      body: { version: 'abc123' },
    });
  });

  it('says failures in words, without the key', async () => {
    const failed = answering({ id: 'p1', status: 'failed', error: `Out of memory, ${key}` });
    await expect(ask('meta/llama-3', failed)).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: 'Replicate rejected the request: Out of memory, …',
    });
    const refused = async () => Response.json({ detail: 'no' }, { status: 401 });
    await expect(ask('meta/llama-3', refused)).rejects.toMatchObject({ code: 'PROVIDER_UNAUTHORIZED' });
    await expect(ask('../account', failed)).rejects.toMatchObject({ code: 'FLOW_INVALID' });
  });

  it('cancels a prediction that nobody waits for', async () => {
    const abort = new AbortController();
    const fetch = answering();
    const stopped = ask(
      'meta/llama-3',
      async (url, init) => {
        const response = await fetch(url, init);
        if (asked.length === 2) abort.abort();
        return response;
      },
      abort.signal,
    );
    await expect(stopped).rejects.toMatchObject({ code: 'RUN_CANCELLED' });
    expect(asked.at(-1)).toMatchObject({
      url: 'https://api.replicate.com/v1/predictions/p1/cancel',
      method: 'POST',
    });
  });
});
