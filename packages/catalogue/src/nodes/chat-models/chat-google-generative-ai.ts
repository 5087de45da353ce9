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
import { openGoogle } from '../../providers/google/chat-model.ts';
import { harmCategories, harmThresholds } from '../../providers/google/harm.data.ts';
import { googleModels } from '../../providers/google/models.data.ts';

/** Categories and thresholds are matched by position; a category without a threshold takes the last one. */
function toSafetySettings(categories: string[] | undefined, thresholds: string[] | undefined) {
  return categories?.flatMap((category, place) => {
    const threshold = thresholds?.[place] ?? thresholds?.at(-1);
    return threshold ? [{ category, threshold }] : [];
  });
}

/** Google's Gemini models. */
export const chatGoogleGenerativeAI = defineNode({
  name: 'chatGoogleGenerativeAI',
  label: 'ChatGoogleGenerativeAI',
  version: 3,
  category: 'Chat Models',
  description: "Google's Gemini models.",
  icon: 'google-gemini',
  isReusable: true,
  credential: { label: 'Connect Credential', names: ['googleGenerativeAI'] },
  inputs: {
    cache: anchor('BaseCache', { label: 'Cache', optional: true }),
    modelName: param.asyncOptions({
      label: 'Model Name',
      loadMethod: 'listModels',
      default: 'gemini-2.5-flash',
    }),
    customModelName: param.string({
      label: 'Custom Model Name',
      description: 'Used in place of the model chosen above.',
      optional: true,
      additionalParams: true,
    }),
    temperature: param.number({ label: 'Temperature', step: 0.1, default: 0.9, optional: true }),
    streaming: param.boolean({ label: 'Streaming', default: true, optional: true, additionalParams: true }),
    maxOutputTokens: param.number({
      label: 'Max Output Tokens',
      step: 1,
      optional: true,
      additionalParams: true,
    }),
    topP: param.number({ label: 'Top Probability', step: 0.1, optional: true, additionalParams: true }),
    topK: param.number({
      label: 'Top Next Highest Probability Tokens',
      step: 1,
      optional: true,
      additionalParams: true,
    }),
    harmCategory: param.multiOptions({
      label: 'Harm Category',
      options: harmCategories,
      optional: true,
      additionalParams: true,
    }),
    harmBlockThreshold: param.multiOptions({
      label: 'Harm Block Threshold',
      description: 'In the order of the categories; the last one holds for the rest.',
      options: harmThresholds,
      optional: true,
      additionalParams: true,
    }),
    ...imageUploadParam,
  },
  outputs: {
    chatGoogleGenerativeAI: output(
      ['ChatGoogleGenerativeAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
      {
        label: 'ChatGoogleGenerativeAI',
      },
    ),
  },
  loadMethods: {
    listModels: async (request) => {
      const key = (await request.credential())?.['googleGenerativeAPIKey']?.trim();
      if (!key) return toChoices(googleModels);
      const headers = { 'x-goog-api-key': key };
      const url = 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000';
      const isWanted = (id: string) => /^gem/.test(id) && !/embedding|image|tts|live|audio/.test(id);
      return offeredModels({ url, headers, isWanted }, googleModels, request);
    },
  },

  async run(inputs, context) {
    const modelId = inputs.customModelName ?? inputs.modelName;
    const apiKey = await readKey(context, 'googleGenerativeAPIKey', 'Google chat model');
    const { fetch } = context.services;
    const safetySettings = toSafetySettings(inputs.harmCategory, inputs.harmBlockThreshold);
    const model: ChatModel = {
      nodeId: context.nodeId,
      provider: 'google',
      modelId,
      isDemo: false,
      seesImages: inputs.allowImageUploads === true,
      isStreaming: inputs.streaming,
      settings: definite({
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxOutputTokens,
        topP: inputs.topP,
        topK: inputs.topK,
      }),
      ...(safetySettings?.length && { providerOptions: { google: { safetySettings } } }),
      price: priceOf(googleModels, modelId),
      ...(inputs.cache && { cache: inputs.cache }),
      language: lazily(() => openGoogle(modelId, apiKey, fetch)),
    };
    return { chatGoogleGenerativeAI: model };
  },
});
