import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { definite } from '../../model/definite.ts';
import { imageUploadParam } from '../../model/image-params.ts';
import { priceOf, toChoices } from '../../model/known-models.ts';
import { lazily } from '../../model/lazily.ts';
import { offeredModels } from '../../model/offered-models.ts';
import { readKey } from '../../model/read-key.ts';
import { openAnthropic } from '../../providers/anthropic/chat-model.ts';
import { anthropicModels } from '../../providers/anthropic/models.data.ts';

/** Anthropic's Claude models. */
export const chatAnthropic = defineNode({
  name: 'chatAnthropic',
  label: 'ChatAnthropic',
  version: 8,
  category: 'Chat Models',
  description: "Anthropic's Claude models.",
  icon: 'anthropic',
  isReusable: true,
  credential: { label: 'Connect Credential', names: ['anthropicApi'] },
  inputs: {
    cache: anchor('BaseCache', { label: 'Cache', optional: true }),
    modelName: param.asyncOptions({
      label: 'Model Name',
      loadMethod: 'listModels',
      default: 'claude-haiku-4-5',
    }),
    temperature: param.number({ label: 'Temperature', step: 0.1, default: 0.9, optional: true }),
    streaming: param.boolean({ label: 'Streaming', default: true, optional: true, additionalParams: true }),
    maxTokensToSample: param.number({ label: 'Max Tokens', step: 1, optional: true, additionalParams: true }),
    topP: param.number({ label: 'Top P', step: 0.1, optional: true, additionalParams: true }),
    topK: param.number({ label: 'Top K', step: 1, optional: true, additionalParams: true }),
    extendedThinking: param.boolean({
      label: 'Extended Thinking',
      description: 'The model thinks before it answers.',
      optional: true,
      additionalParams: true,
    }),
    budgetTokens: param.number({
      label: 'Budget Tokens',
      description: 'Most tokens it may think for; fewer than Max Tokens.',
      step: 1,
      default: 1024,
      optional: true,
      additionalParams: true,
      show: { extendedThinking: true },
    }),
    ...imageUploadParam,
  },
  outputs: {
    chatAnthropic: output(
      ['ChatAnthropic', 'ChatAnthropicMessages', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
      { label: 'ChatAnthropic' },
    ),
  },
  loadMethods: {
    listModels: async (request) => {
      const key = (await request.credential())?.['anthropicApiKey']?.trim();
      if (!key) return toChoices(anthropicModels);
      const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
      const url = 'https://api.anthropic.com/v1/models?limit=1000';
      return offeredModels({ url, headers }, anthropicModels, request);
    },
  },

  async run(inputs, context) {
    const { modelName, budgetTokens } = inputs;
    const apiKey = await readKey(context, 'anthropicApiKey', 'Anthropic chat model');
    const { fetch } = context.services;
    const thinking = { type: 'enabled', budgetTokens };
    const model: ChatModel = {
      nodeId: context.nodeId,
      provider: 'anthropic',
      modelId: modelName,
      isDemo: false,
      seesImages: inputs.allowImageUploads === true,
      isStreaming: inputs.streaming,
      settings: definite({
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokensToSample,
        topP: inputs.topP,
        topK: inputs.topK,
      }),
      ...(inputs.extendedThinking && { providerOptions: { anthropic: { thinking } } }),
      price: priceOf(anthropicModels, modelName),
      ...(inputs.cache && { cache: inputs.cache }),
      language: lazily(() => openAnthropic(modelName, apiKey, fetch)),
    };
    return { chatAnthropic: model };
  },
});
