import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { NodeEvent } from '@tendril/contract/run-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogue } from '../../catalogue.ts';
import { askModel } from '../../model/ask-model.ts';
import { startOpenAiServer } from '../../testing/openai-server.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { type TestContext, type TestContextOptions, testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import type { VendorServer } from '../../testing/vendor-server.ts';

const key = 'CANARY_0123456789abcdef';

interface Vendor {
  /** How errors name it. */
  label: string;
  values: Record<string, unknown>;
  /** The field that holds the key; none where there is no key. */
  field?: string;
  /** Further fields of the secret. */
  fields?: Record<string, string>;
  header?: [name: string, value: string];
  path: string;
  /** What each input becomes in the body. */
  body: Record<string, unknown>;
  /** What must not be sent. */
  absent?: string[];
}

const common = { maxTokens: 50, topP: 0.4, frequencyPenalty: 0.2, presencePenalty: 0.3 };
const commonBody = { max_tokens: 50, top_p: 0.4, frequency_penalty: 0.2, presence_penalty: 0.3 };
/** The form asks for both, whether they are shown or not. */
const thinking = { reasoningEffort: 'low', reasoningSummary: 'auto' };
const azure = {
  azureOpenAIApiInstanceName: 'my-resource',
  azureOpenAIApiDeploymentName: 'my-deployment',
  azureOpenAIApiVersion: '2025-01-01',
};
const azurePath = '/openai/deployments/my-deployment/chat/completions?api-version=2025-01-01';

const vendors: Record<string, Vendor> = {
  groqChat: {
    label: 'Groq',
    values: { modelName: 'llama-3.3-70b-versatile', temperature: 0.1, maxTokens: 50 },
    field: 'groqApiKey',
    path: '/openai/v1/chat/completions',
    body: { model: 'llama-3.3-70b-versatile', temperature: 0.1, max_tokens: 50 },
  },
  chatGroq_LlamaIndex: {
    label: 'Groq',
    values: { modelName: 'llama-3.1-8b-instant', maxTokens: 50 },
    field: 'groqApiKey',
    path: '/openai/v1/chat/completions',
    body: { model: 'llama-3.1-8b-instant', temperature: 0.9, max_tokens: 50 },
  },
  chatMistralAI: {
    label: 'Mistral',
    values: {
      modelName: 'mistral-small-latest',
      maxOutputTokens: 50,
      topP: 0.4,
      randomSeed: 7,
      safeMode: true,
    },
    field: 'mistralAIAPIKey',
    path: '/v1/chat/completions',
    body: { model: 'mistral-small-latest', max_tokens: 50, top_p: 0.4, random_seed: 7, safe_prompt: true },
    absent: ['stream_options', 'seed'],
  },
  chatMistral_LlamaIndex: {
    label: 'Mistral',
    values: { modelName: 'mistral-small-latest', maxTokensToSample: 50, topP: 0.4 },
    field: 'mistralAIAPIKey',
    path: '/v1/chat/completions',
    body: { model: 'mistral-small-latest', max_tokens: 50, top_p: 0.4 },
    absent: ['stream_options'],
  },
  azureChatOpenAI: {
    label: 'Azure OpenAI',
    values: { modelName: 'gpt-4o', ...common, ...thinking },
    field: 'azureOpenAIApiKey',
    fields: azure,
    header: ['api-key', key],
    path: azurePath,
    body: commonBody,
  },
  azureChatOpenAI_LlamaIndex: {
    label: 'Azure OpenAI',
    values: { modelName: 'gpt-4o', maxTokens: 50, topP: 0.4 },
    field: 'azureOpenAIApiKey',
    fields: azure,
    header: ['api-key', key],
    path: azurePath,
    body: { max_tokens: 50, top_p: 0.4 },
  },
  chatDeepseek: {
    label: 'DeepSeek',
    values: { ...common, stopSequence: 'END, STOP', thinking: true },
    field: 'deepseekApiKey',
    path: '/v1/chat/completions',
    body: { model: 'deepseek-chat', ...commonBody, stop: ['END', 'STOP'], thinking: { type: 'enabled' } },
  },
  chatOpenRouter: {
    label: 'OpenRouter',
    values: { modelName: 'qwen/qwen3', ...common, baseOptions: { 'x-title': 'Mine' } },
    field: 'openRouterApiKey',
    header: ['x-title', 'Mine'],
    path: '/api/v1/chat/completions',
    body: { model: 'qwen/qwen3', ...commonBody },
  },
  chatTogetherAI: {
    label: 'Together AI',
    values: { modelName: 'Qwen/Qwen2.5-7B' },
    field: 'togetherAIApiKey',
    path: '/v1/chat/completions',
    body: { model: 'Qwen/Qwen2.5-7B', temperature: 0.9 },
  },
  chatTogetherAI_LlamaIndex: {
    label: 'Together AI',
    values: { modelName: 'Qwen/Qwen2.5-7B' },
    field: 'togetherAIApiKey',
    path: '/v1/chat/completions',
    body: { model: 'Qwen/Qwen2.5-7B', temperature: 0.9 },
  },
  chatFireworks: {
    label: 'Fireworks AI',
    values: {},
    field: 'fireworksApiKey',
    path: '/inference/v1/chat/completions',
    body: { model: 'accounts/fireworks/models/llama-v3p1-8b-instruct', temperature: 0.9 },
  },
  chatPerplexity: {
    label: 'Perplexity',
    values: { ...common, topK: 9 },
    field: 'perplexityApiKey',
    path: '/chat/completions',
    body: { model: 'sonar', ...commonBody, top_k: 9 },
    absent: ['stream_options'],
  },
  chatXAI: {
    label: 'xAI',
    values: { modelName: 'grok-4', maxTokens: 50 },
    field: 'xaiApiKey',
    path: '/v1/chat/completions',
    body: { model: 'grok-4', max_tokens: 50 },
  },
  chatCerebras: {
    label: 'Cerebras',
    values: { ...common },
    field: 'cerebrasApiKey',
    path: '/v1/chat/completions',
    body: { model: 'llama3.1-8b', ...commonBody },
  },
  chatNvidiaNIM: {
    label: 'NVIDIA NIM',
    values: { modelName: 'meta/llama3', basePath: 'http://nim.test:8000/v1', ...common },
    field: 'nvidiaNIMApiKey',
    path: '/v1/chat/completions',
    body: { model: 'meta/llama3', ...commonBody },
  },
  chatSambanova: {
    label: 'SambaNova',
    values: {},
    field: 'sambanovaApiKey',
    path: '/v1/chat/completions',
    body: { model: 'Meta-Llama-3.3-70B-Instruct', temperature: 0.9 },
  },
  chatLitellm: {
    label: 'LiteLLM',
    values: { basePath: 'http://proxy.test:4000', modelName: 'any', maxTokens: 50, topP: 0.4 },
    field: 'litellmApiKey',
    path: '/chat/completions',
    body: { model: 'any', max_tokens: 50, top_p: 0.4 },
  },
  chatLocalAI: {
    label: 'LocalAI',
    values: { basePath: 'http://own.test:8080/v1', modelName: 'phi', maxTokens: 50, topP: 0.4 },
    field: 'localAIApiKey',
    path: '/v1/chat/completions',
    body: { model: 'phi', max_tokens: 50, top_p: 0.4 },
  },
  chatCometAPI: {
    label: 'CometAPI',
    values: { ...common },
    field: 'cometApiKey',
    path: '/v1/chat/completions',
    body: { model: 'gpt-5-mini', temperature: 0.7, ...commonBody },
  },
  chatAlibabaTongyi: {
    label: 'Alibaba Cloud',
    values: { modelName: 'qwen-plus' },
    field: 'alibabaApiKey',
    path: '/compatible-mode/v1/chat/completions',
    body: { model: 'qwen-plus', temperature: 0.9 },
  },
  chatBaiduWenxin: {
    label: 'Baidu Qianfan',
    values: {
      modelName: 'ernie-4.5-8k-preview',
      customModelName: 'ernie-mine',
      penaltyScore: 1.2,
      userId: 'u1',
    },
    field: 'qianfanAccessKey',
    path: '/v2/chat/completions',
    body: { model: 'ernie-mine', temperature: 0.9, penalty_score: 1.2, user: 'u1' },
  },
  chatOpenAICustom: {
    label: 'The model server',
    values: { modelName: 'ft:mine', basepath: 'http://own.test/v9', ...common },
    field: 'openAIApiKey',
    path: '/v9/chat/completions',
    body: { model: 'ft:mine', ...commonBody },
  },
  chatOpenAI_LlamaIndex: {
    label: 'OpenAI',
    values: { modelName: 'gpt-4o', maxTokens: 50, topP: 0.4 },
    field: 'openAIApiKey',
    path: '/v1/chat/completions',
    body: { model: 'gpt-4o', max_tokens: 50, top_p: 0.4 },
  },
  chatHuggingFace: {
    label: 'Hugging Face',
    values: { model: 'org/model', temperature: 0.1, maxTokens: 50, topP: 0.4, hfTopK: 9, stop: 'END' },
    field: 'huggingFaceApiKey',
    path: '/v1/chat/completions',
    body: { model: 'org/model', temperature: 0.1, max_tokens: 50, top_p: 0.4, top_k: 9, stop: ['END'] },
  },
  chatCohere: {
    label: 'Cohere',
    values: {},
    field: 'cohereApiKey',
    path: '/compatibility/v1/chat/completions',
    body: { model: 'command-r7b-12-2024', temperature: 0.7 },
    absent: ['stream_options'],
  },
  chatCloudflareWorkersAI: {
    label: 'Cloudflare',
    values: {},
    field: 'cloudflareApiToken',
    fields: { cloudflareAccountId: 'a1' },
    path: '/client/v4/accounts/a1/ai/v1/chat/completions',
    body: { model: '@cf/meta/llama-3.1-8b-instruct-fast' },
  },
};

const messages = [{ role: 'user' as const, content: 'Say hello.' }];
const weather = {
  type: 'function' as const,
  name: 'weather',
  inputSchema: { type: 'object' as const, properties: { city: { type: 'string' as const } } },
};
const lastError = (events: NodeEvent[]) => events.findLast((event) => event.type === 'step-end')?.error;

let server: VendorServer;
beforeEach(async () => {
  server = await startOpenAiServer();
});
afterEach(() => server.close());

const secretOf = ({ field, fields }: Vendor) => ({ ...fields, ...(field && { [field]: ` ${key}\n` }) });
const contextOf = (vendor: Vendor, options: TestContextOptions = {}): TestContext =>
  testContext({ credential: secretOf(vendor), services: { fetch: redirectFetch(server.url) }, ...options });

describe.each(Object.entries(vendors))('%s', (node, vendor) => {
  const make = () => runNode<ChatModel>(node, vendor.values, contextOf(vendor));

  it('asks the vendor with the key, the path and each input, and streams the answer', async () => {
    server.play({ kind: 'text', pieces: ['Hel', 'lo'] });
    const run = contextOf(vendor, { isStreaming: true });
    const model = await make();
    expect(model).toMatchObject({ nodeId: 'node_0', isStreaming: true, isDemo: false });
    const reply = await askModel(model, { messages, isAnswer: true }, run);

    expect(reply).toMatchObject({
      text: 'Hello',
      finishReason: 'stop',
      usage: { inputTokens: 12, outputTokens: 7 },
    });
    expect(run.streamedText()).toBe('Hello');
    const { path, headers, body } = server.requests[0] ?? expect.fail('nothing was asked');
    expect(path).toBe(vendor.path);
    const [name, value] = vendor.header ?? ['authorization', `Bearer ${key}`];
    expect(headers[name]).toBe(value);
    if (name === 'api-key') expect(headers.authorization).toBeUndefined();
    expect(body).toMatchObject({
      messages: [{ role: 'user', content: 'Say hello.' }],
      stream: true,
      ...vendor.body,
    });
    for (const field of vendor.absent ?? []) expect(body).not.toHaveProperty(field);
  });

  it('calls a tool', async () => {
    server.play({ kind: 'tool-call', tool: 'weather', input: { city: 'Oslo' } });
    for (const isStreaming of [true, false]) {
      const reply = await askModel(
        await make(),
        { messages, tools: [weather], isAnswer: true },
        contextOf(vendor, { isStreaming }),
      );
      expect(reply.toolCalls).toMatchObject([{ tool: 'weather', input: { city: 'Oslo' } }]);
    }
  });

  it('says refusals in words, without the key', async () => {
    const cases = [
      [
        401,
        'PROVIDER_UNAUTHORIZED',
        `${vendor.label} rejected the key. Check the secret selected in this node.`,
      ],
      [429, 'PROVIDER_RATE_LIMITED', `${vendor.label} is rate-limiting this key. Try again in 7 s.`],
      [503, 'PROVIDER_UNAVAILABLE', `${vendor.label} is not available right now (status 503).`],
      [400, 'PROVIDER_REFUSED', `${vendor.label} rejected the request: Too long, …`],
    ] as const;
    for (const [status, code, message] of cases) {
      server.play({ kind: 'status', status, message: `Too long, ${key}`, headers: { 'retry-after': '7' } });
      const run = contextOf(vendor, { isStreaming: status !== 429 });
      await expect(askModel(await make(), { messages, isAnswer: true }, run)).rejects.toMatchObject({ code });
      expect(lastError(run.events)).toBe(message);
      expect(JSON.stringify(run.events)).not.toContain('CANARY');
    }
  });
});

describe('a missing key', () => {
  const hosted = Object.entries(vendors).filter(
    ([, { values }]) => !('basePath' in values) && !('basepath' in values),
  );
  it.each(hosted)('of %s is said in words before anything is sent', async (node, { label, values }) => {
    const context = testContext({ services: { fetch: redirectFetch(server.url) } });
    await expect(runNode(node, values, context)).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: expect.stringMatching(
        new RegExp(`^${label} chat model needs a key.* Add one, or use the demo model\\.$`),
      ),
    });
    expect(server.requests).toEqual([]);
  });

  it('is none at a server of one’s own', async () => {
    const context = testContext({ services: { fetch: redirectFetch(server.url) } });
    const model = await runNode<ChatModel>('chatLocalAI', vendors['chatLocalAI']?.values ?? {}, context);
    await askModel(model, { messages }, context);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe('what only one vendor has', () => {
  const bodyOf = async (node: string, values: Record<string, unknown>) => {
    const vendor = vendors[node] ?? expect.fail(node);
    const context = contextOf(vendor);
    await askModel(
      await runNode<ChatModel>(node, { ...vendor.values, ...values }, context),
      { messages },
      context,
    );
    return server.requests.at(-1) ?? expect.fail('nothing was asked');
  };

  it('models that think at Azure get their own fields', async () => {
    const { body } = await bodyOf('azureChatOpenAI', { reasoning: true });
    expect(body).toMatchObject({ max_completion_tokens: 50, reasoning_effort: 'low' });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('max_tokens');
  });

  it('an instance name at Azure is no place for another host', async () => {
    const credential = { azureOpenAIApiKey: key, ...azure, azureOpenAIApiInstanceName: 'evil.test/#' };
    await expect(
      runNode('azureChatOpenAI', { modelName: 'gpt-4o', ...thinking }, testContext({ credential })),
    ).rejects.toMatchObject({ code: 'FLOW_INVALID' });
  });

  it('DeepSeek thinks only when it is switched on, and its reasoner is left alone', async () => {
    expect((await bodyOf('chatDeepseek', { thinking: false })).body).toMatchObject({
      thinking: { type: 'disabled' },
    });
    expect((await bodyOf('chatDeepseek', { modelName: 'deepseek-reasoner' })).body).not.toHaveProperty(
      'thinking',
    );
  });

  it('endpoints and gateways of one’s own are asked at their own address', async () => {
    expect((await bodyOf('chatHuggingFace', { endpoint: 'https://mine.test/deep/' })).path).toBe(
      '/deep/v1/chat/completions',
    );
    expect(
      (await bodyOf('chatCloudflareWorkersAI', { baseUrl: 'https://gate.test/x/workers-ai' })).path,
    ).toBe('/x/workers-ai/v1/chat/completions');
    expect((await bodyOf('chatMistralAI', { overrideEndpoint: 'https://eu.test/v1' })).path).toBe(
      '/v1/chat/completions',
    );
  });

  it('a guardrails server gets its configuration, and its list of messages is the answer', async () => {
    const asked: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      asked.push([String(input), JSON.parse(String(init?.body))]);
      return Response.json({ messages: [{ role: 'assistant', content: 'Only polite words.' }] });
    };
    const context = testContext({ services: { fetch } });
    const values = { configurationId: 'polite', baseUrl: 'http://rails.test:8000' };
    const model = await runNode<ChatModel>('chatNemoGuardrails', values, context);
    expect(model.isStreaming).toBe(false);
    expect((await askModel(model, { messages, isAnswer: true }, context)).text).toBe('Only polite words.');
    expect(asked).toEqual([
      [
        'http://rails.test:8000/v1/chat/completions',
        { messages, config_id: 'polite', guardrails: { config_id: 'polite' } },
      ],
    ]);
  });
});

describe('the list of models', () => {
  const listed = async (
    node: string,
    credential: Record<string, string> | undefined,
    fetch: typeof globalThis.fetch,
  ) => {
    const list = (await createCatalogue().load(node))?.loadMethods?.['listModels'];
    const request = { inputs: {}, credential: async () => credential, fetch, listTools: async () => [] };
    const found = await list?.({ ...request, signal: AbortSignal.timeout(5000) });
    return found?.map(({ name }) => name);
  };
  const nobody: typeof globalThis.fetch = async () => expect.fail('Nothing is asked without a key.');

  it.each([
    ['groqChat', 'groqApiKey', 'https://api.groq.com/openai/v1/models'],
    ['chatMistralAI', 'mistralAIAPIKey', 'https://api.mistral.ai/v1/models'],
    ['chatDeepseek', 'deepseekApiKey', 'https://api.deepseek.com/v1/models'],
    ['chatCerebras', 'cerebrasApiKey', 'https://api.cerebras.ai/v1/models'],
    ['chatCohere', 'cohereApiKey', 'https://api.cohere.com/v1/models?endpoint=chat'],
  ])('of %s is the vendor’s own, and a short one without a key or an answer', async (node, field, url) => {
    const asked: string[] = [];
    const found = await listed(node, { [field]: key }, async (input, init) => {
      asked.push(String(input), new Headers(init?.headers).get('authorization') ?? '');
      return Response.json({ data: [{ id: 'new-model' }] });
    });
    expect(asked).toEqual([url, `Bearer ${key}`]);
    expect(found).toEqual(['new-model']);
    const known = await listed(node, undefined, nobody);
    expect(known?.length).toBeGreaterThan(1);
    expect(await listed(node, { [field]: key }, async () => new Response('', { status: 500 }))).toEqual(
      known,
    );
  });

  it.each(['azureChatOpenAI', 'chatPerplexity'])(
    'of %s is a short one: the vendor has none',
    async (node) => {
      expect((await listed(node, undefined, nobody))?.length).toBeGreaterThan(1);
    },
  );
});
