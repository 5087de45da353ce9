import type { Vendor } from './vendor.ts';

const named = (...ids: string[]) => ids.map((id) => ({ id }));

/** Refused or unknown there; the counts come without being asked for. */
const noStreamOptions = { stream_options: undefined };

/** The vendors with OpenAI's protocol; node files name the one they ask. */
export const vendors = {
  alibaba: {
    provider: 'alibaba',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyField: 'alibabaApiKey',
  },
  baidu: {
    provider: 'baidu',
    baseUrl: 'https://qianfan.baidubce.com/v2',
    keyField: 'qianfanAccessKey',
    models: named(
      'ernie-5.0',
      'ernie-4.5-turbo-128k',
      'ernie-4.5-8k-preview',
      'ernie-x1-turbo-32k',
      'ernie-speed-pro-128k',
    ),
  },
  azure: {
    provider: 'azure',
    keyField: 'azureOpenAIApiKey',
    models: named(
      'gpt-4o-mini',
      'gpt-4o',
      'gpt-4.1',
      'gpt-4.1-mini',
      'gpt-4.1-nano',
      'gpt-5',
      'gpt-5-mini',
      'o3',
      'o4-mini',
    ),
  },
  cerebras: {
    provider: 'cerebras',
    baseUrl: 'https://api.cerebras.ai/v1',
    keyField: 'cerebrasApiKey',
    models: named('llama3.1-8b', 'llama-3.3-70b', 'gpt-oss-120b', 'qwen-3-32b'),
  },
  cloudflare: { provider: 'cloudflare', keyField: 'cloudflareApiToken' },
  cohere: {
    provider: 'cohere',
    baseUrl: 'https://api.cohere.ai/compatibility/v1',
    keyField: 'cohereApiKey',
    models: named('command-a-03-2025', 'command-r7b-12-2024', 'command-r-plus-08-2024', 'command-r-08-2024'),
    body: noStreamOptions,
  },
  comet: { provider: 'comet', baseUrl: 'https://api.cometapi.com/v1', keyField: 'cometApiKey' },
  deepseek: {
    provider: 'deepseek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyField: 'deepseekApiKey',
    models: named('deepseek-chat', 'deepseek-reasoner'),
  },
  fireworks: {
    provider: 'fireworks',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    keyField: 'fireworksApiKey',
  },
  groq: {
    provider: 'groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyField: 'groqApiKey',
    models: named(
      'llama-3.3-70b-versatile',
      'llama-3.1-8b-instant',
      'openai/gpt-oss-120b',
      'openai/gpt-oss-20b',
    ),
  },
  huggingface: {
    provider: 'huggingface',
    baseUrl: 'https://router.huggingface.co/v1',
    keyField: 'huggingFaceApiKey',
  },
  jina: { provider: 'jina', baseUrl: 'https://api.jina.ai/v1', keyField: 'jinaAIAPIKey' },
  litellm: { provider: 'litellm', keyField: 'litellmApiKey' },
  localai: { provider: 'localai', keyField: 'localAIApiKey' },
  mistral: {
    provider: 'mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyField: 'mistralAIAPIKey',
    models: named(
      'mistral-small-latest',
      'mistral-medium-latest',
      'mistral-large-latest',
      'ministral-8b-latest',
      'open-mistral-nemo',
      'codestral-latest',
    ),
    // Unknown fields are refused there.
    body: noStreamOptions,
  },
  nemo: { provider: 'nemo', keyField: '' },
  nvidia: {
    provider: 'nvidia',
    baseUrl: 'https://integrate.api.nvidia.com/v1',
    keyField: 'nvidiaNIMApiKey',
  },
  openai: {
    provider: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keyField: 'openAIApiKey',
    addressField: 'basePath',
  },
  openrouter: {
    provider: 'openrouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyField: 'openRouterApiKey',
  },
  perplexity: {
    provider: 'perplexity',
    baseUrl: 'https://api.perplexity.ai',
    keyField: 'perplexityApiKey',
    models: named('sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research'),
    body: noStreamOptions,
  },
  sambanova: {
    provider: 'sambanova',
    baseUrl: 'https://api.sambanova.ai/v1',
    keyField: 'sambanovaApiKey',
  },
  together: {
    provider: 'together',
    baseUrl: 'https://api.together.xyz/v1',
    keyField: 'togetherAIApiKey',
  },
  voyage: {
    provider: 'voyage',
    baseUrl: 'https://api.voyageai.com/v1',
    keyField: 'apiKey',
    models: named(
      'voyage-3.5',
      'voyage-3.5-lite',
      'voyage-3-large',
      'voyage-code-3',
      'voyage-law-2',
      'voyage-2',
    ),
  },
  xai: { provider: 'xai', baseUrl: 'https://api.x.ai/v1', keyField: 'xaiApiKey' },
} as const satisfies Record<string, Vendor>;
