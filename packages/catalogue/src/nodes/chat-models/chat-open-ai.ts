import { AppError } from '@tendril/contract/app-error';
import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { checkAddress, toHeaders } from '../../model/address.ts';
import { definite } from '../../model/definite.ts';
import { imageParams } from '../../model/image-params.ts';
import { priceOf } from '../../model/known-models.ts';
import { lazily } from '../../model/lazily.ts';
import { modelFetch } from '../../model/model-fetch.ts';
import { findKey, readKey } from '../../model/read-key.ts';
import { openAiUrl, openOpenAi, providerOf } from '../../providers/openai/connection.ts';
import { isReasoningModel, openLanguageModel } from '../../providers/openai/language-model.ts';
import { listOpenAiModels } from '../../providers/openai/list-models.ts';
import { openAiModels } from '../../providers/openai/models.data.ts';

/** The other models in OpenAI's list are for audio, images, embeddings or moderation. */
const isChatModel = (id: string) =>
  /^(?:gpt|o\d|chatgpt)/.test(id) &&
  !/audio|realtime|transcribe|tts|image|search|instruct|codex|moderation/.test(id);

/** OpenAI's chat models, and every server with a compatible API. */
export const chatOpenAI = defineNode({
  name: 'chatOpenAI',
  label: 'ChatOpenAI',
  version: 8.2,
  category: 'Chat Models',
  description: 'Chat models of OpenAI, or of any server that speaks its protocol.',
  icon: 'openai',
  isReusable: true,
  // A self-hosted server may require no key.
  credential: { label: 'Connect Credential', names: ['openAIApi'], unless: 'basepath' },
  inputs: {
    cache: anchor('BaseCache', { label: 'Cache', optional: true }),
    modelName: param.asyncOptions({ label: 'Model Name', loadMethod: 'listModels', default: 'gpt-4o-mini' }),
    temperature: param.number({ label: 'Temperature', step: 0.1, default: 0.9, optional: true }),
    streaming: param.boolean({ label: 'Streaming', default: true, optional: true, additionalParams: true }),
    maxTokens: param.number({ label: 'Max Tokens', step: 1, optional: true, additionalParams: true }),
    topP: param.number({ label: 'Top Probability', step: 0.1, optional: true, additionalParams: true }),
    frequencyPenalty: param.number({
      label: 'Frequency Penalty',
      step: 0.1,
      optional: true,
      additionalParams: true,
    }),
    presencePenalty: param.number({
      label: 'Presence Penalty',
      step: 0.1,
      optional: true,
      additionalParams: true,
    }),
    timeout: param.number({
      label: 'Timeout',
      description: 'Longest wait for an answer, in milliseconds.',
      step: 1,
      optional: true,
      additionalParams: true,
    }),
    strictToolCalling: param.boolean({
      label: 'Strict Tool Calling',
      description: "The model has to keep to each tool's schema to the letter.",
      optional: true,
      additionalParams: true,
    }),
    stopSequence: param.string({
      label: 'Stop Sequence',
      description: 'The answer ends before any of these; several are parted by commas.',
      rows: 4,
      optional: true,
      additionalParams: true,
    }),
    basepath: param.string({
      label: 'Base Path',
      description:
        'Address of another server of the same protocol, with its version: https://models.example.com/v1',
      optional: true,
      additionalParams: true,
    }),
    proxyUrl: param.string({
      label: 'Proxy Url',
      description: 'Left empty: requests leave by the way this server is set up for.',
      optional: true,
      additionalParams: true,
    }),
    baseOptions: param.json({
      label: 'BaseOptions',
      description: 'Headers to send with each request, as JSON.',
      optional: true,
      additionalParams: true,
    }),
    ...imageParams,
    reasoningEffort: param.options({
      label: 'Reasoning Effort',
      description: 'How long models that reason (o3, o4-mini, gpt-5) think before they answer.',
      options: [
        { name: 'low', label: 'Low' },
        { name: 'medium', label: 'Medium' },
        { name: 'high', label: 'High' },
      ],
      default: 'medium',
      additionalParams: true,
    }),
  },
  outputs: {
    chatOpenAI: output(['ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'], {
      label: 'ChatOpenAI',
    }),
  },
  loadMethods: {
    listModels: (request) => listOpenAiModels(request, openAiModels, isChatModel),
  },

  async run(inputs, context) {
    if (inputs.proxyUrl) {
      throw new AppError('FLOW_INVALID', 'ChatOpenAI: a custom Proxy Url is not supported. Clear the field.');
    }
    const { modelName, basepath, timeout } = inputs;
    // The key of another server is sent to that server.
    const address = basepath || (await findKey(context, 'basePath'));
    const baseUrl = address ? checkAddress(address, 'Base Path') : openAiUrl;
    const provider = providerOf(baseUrl);
    const field = 'openAIApiKey';
    const apiKey =
      provider === 'openai'
        ? await readKey(context, field, 'OpenAI chat model')
        : await findKey(context, field);
    const fetch = modelFetch(context, timeout);
    const connection = { apiKey, baseUrl, headers: toHeaders(inputs.baseOptions, 'BaseOptions'), fetch };
    const model: ChatModel = {
      nodeId: context.nodeId,
      provider,
      modelId: modelName,
      isDemo: false,
      seesImages: inputs.allowImageUploads === true,
      isStreaming: inputs.streaming,
      settings: definite({
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        topP: inputs.topP,
        frequencyPenalty: inputs.frequencyPenalty,
        presencePenalty: inputs.presencePenalty,
        stopSequences: inputs.stopSequence
          ?.split(',')
          .map((stop) => stop.trim())
          .filter(Boolean),
      }),
      ...(provider === 'openai' &&
        isReasoningModel(modelName) && {
          providerOptions: { openai: { reasoningEffort: inputs.reasoningEffort } },
        }),
      price: provider === 'openai' ? priceOf(openAiModels, modelName) : undefined,
      ...(inputs.cache && { cache: inputs.cache }),
      language: lazily(() => openLanguageModel(modelName, connection, inputs.strictToolCalling === true)),
      languageWithBuiltIn: lazily(async () => (await openOpenAi(connection)).responses(modelName)),
    };
    return { chatOpenAI: model };
  },
});
