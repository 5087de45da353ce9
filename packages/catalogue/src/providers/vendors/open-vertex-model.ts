import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { definite } from '../../model/definite.ts';
import { lazily } from '../../model/lazily.ts';
import { type ModelInputs, modelIdOf, settingsOf } from './model-inputs.ts';
import { vertexConnection } from './vertex-connection.ts';

interface VertexInputs extends ModelInputs {
  region?: string | undefined;
  customModelName?: string | undefined;
  thinkingBudget?: number | undefined;
  thinkingLevel?: string | undefined;
}

/** A Gemini model in a Google Cloud project, by the vendor's package. */
export async function openVertexModel(inputs: VertexInputs, context: RunContext): Promise<ChatModel> {
  const { baseUrl, fetch } = await vertexConnection(inputs.region, context, 'Vertex AI chat model');
  const modelId = inputs.customModelName?.trim() || modelIdOf(inputs, 'Vertex AI');
  const { thinkingBudget, thinkingLevel } = inputs;
  const thinkingConfig = definite({ thinkingBudget, thinkingLevel: thinkingLevel?.toLowerCase() });
  return {
    nodeId: context.nodeId,
    provider: 'vertex',
    modelId,
    isDemo: false,
    isStreaming: inputs.streaming ?? true,
    seesImages: inputs.allowImageUploads === true,
    settings: settingsOf(inputs),
    ...(Object.keys(thinkingConfig).length > 0 && { providerOptions: { google: { thinkingConfig } } }),
    language: lazily(async () => {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ apiKey: 'none', baseURL: baseUrl, fetch }).languageModel(modelId);
    }),
  };
}
