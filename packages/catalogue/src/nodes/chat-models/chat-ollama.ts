import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { checkAddress } from '../../model/address.ts';
import { definite } from '../../model/definite.ts';
import { lazily } from '../../model/lazily.ts';

const rare = { optional: true, additionalParams: true } as const;

/** Self-hosted open models, served by Ollama. */
export const chatOllama = defineNode({
  name: 'chatOllama',
  label: 'ChatOllama',
  version: 2,
  category: 'Chat Models',
  description: 'Open models on your own machine, served by Ollama. Needs no key.',
  icon: 'ollama',
  isReusable: true,
  inputs: {
    cache: anchor('BaseCache', { label: 'Cache', optional: true }),
    baseUrl: param.string({ label: 'Base URL', default: 'http://localhost:11434' }),
    modelName: param.string({ label: 'Model Name', placeholder: 'llama3.2' }),
    temperature: param.number({ label: 'Temperature', step: 0.1, default: 0.9, optional: true }),
    topP: param.number({ label: 'Top P', step: 0.1, ...rare }),
    topK: param.number({ label: 'Top K', step: 1, ...rare }),
    mirostat: param.number({
      label: 'Mirostat',
      description: 'Keeps the surprise of the text even: 0 is off, 1 Mirostat, 2 Mirostat 2.0.',
      step: 1,
      ...rare,
    }),
    mirostatEta: param.number({
      label: 'Mirostat ETA',
      description: 'How fast Mirostat adapts.',
      step: 0.1,
      ...rare,
    }),
    mirostatTau: param.number({
      label: 'Mirostat TAU',
      description: 'Lower values give more focused text.',
      step: 0.1,
      ...rare,
    }),
    numCtx: param.number({
      label: 'Context Window Size',
      description: 'How many tokens the model can look back over.',
      step: 1,
      ...rare,
    }),
    numGqa: param.number({ label: 'Number of GQA groups', step: 1, ...rare }),
    numGpu: param.number({
      label: 'Number of GPU',
      description: 'Layers that the GPU takes.',
      step: 1,
      ...rare,
    }),
    numThread: param.number({ label: 'Number of Thread', step: 1, ...rare }),
    repeatLastN: param.number({
      label: 'Repeat Last N',
      description: 'How many tokens back repetition is looked for.',
      step: 1,
      ...rare,
    }),
    repeatPenalty: param.number({
      label: 'Repeat Penalty',
      description: 'How strongly repetition is avoided.',
      step: 0.1,
      ...rare,
    }),
    stop: param.string({
      label: 'Stop Sequence',
      description: 'The answer ends before any of these; several are parted by commas.',
      rows: 4,
      ...rare,
    }),
    tfsZ: param.number({ label: 'Tail Free Sampling', step: 0.1, ...rare }),
  },
  outputs: {
    chatOllama: output(['ChatOllama', 'SimpleChatModel', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'], {
      label: 'ChatOllama',
    }),
  },

  async run(inputs, context) {
    const { modelName: modelId } = inputs;
    const baseUrl = checkAddress(inputs.baseUrl, 'Base URL');
    const { fetch } = context.services;
    const options = definite({
      mirostat: inputs.mirostat,
      mirostat_eta: inputs.mirostatEta,
      mirostat_tau: inputs.mirostatTau,
      num_ctx: inputs.numCtx,
      num_gqa: inputs.numGqa,
      num_gpu: inputs.numGpu,
      num_thread: inputs.numThread,
      repeat_last_n: inputs.repeatLastN,
      repeat_penalty: inputs.repeatPenalty,
      tfs_z: inputs.tfsZ,
    });
    const model: ChatModel = {
      nodeId: context.nodeId,
      provider: 'ollama',
      modelId,
      isDemo: false,
      isStreaming: true,
      settings: definite({
        temperature: inputs.temperature,
        topP: inputs.topP,
        topK: inputs.topK,
        stopSequences: inputs.stop
          ?.split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      }),
      price: { input: 0, output: 0 },
      ...(inputs.cache && { cache: inputs.cache }),
      language: lazily(async () => {
        const { createOllamaChatModel } = await import('../../providers/ollama/chat-model.ts');
        return createOllamaChatModel({ modelId, baseUrl, options, fetch });
      }),
    };
    return { chatOllama: model };
  },
});
