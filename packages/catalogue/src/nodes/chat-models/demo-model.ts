import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { ChatModel } from '@tendril/contract/provider/chat-model';

/** The model that needs no key: rules inside the app, marked as demo wherever its answers appear. */
export const demoModel = defineNode({
  name: 'demoModel',
  label: 'Demo model',
  version: 1,
  category: 'Chat Models',
  description:
    'Answers from your texts and calls your tools by simple rules. Runs inside the app, needs no key.',
  icon: 'sparkles',
  tags: ['demo'],
  isReusable: true,
  inputs: {
    streaming: param.boolean({ label: 'Streaming', default: true, optional: true, additionalParams: true }),
  },
  outputs: {
    // Also where nodes of LlamaIndex ask for a model: here they take the same one.
    demoModel: output(
      ['DemoModel', 'BaseChatModel', 'BaseLanguageModel', 'BaseChatModel_LlamaIndex', 'Runnable'],
      { label: 'DemoModel' },
    ),
  },

  async run({ streaming }, { nodeId }) {
    const { createDemoLanguageModel } = await import('../../providers/demo/demo-language-model.ts');
    const language = createDemoLanguageModel();
    const model: ChatModel = {
      nodeId,
      provider: 'demo',
      modelId: 'demo-1',
      isDemo: true,
      isStreaming: streaming,
      settings: {},
      price: { input: 0, output: 0 },
      language: async () => language,
    };
    return { demoModel: model };
  },
});
