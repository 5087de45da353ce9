import { AppError } from '@tendril/contract/app-error';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { implementNode } from '../../interfaces/implement-node.ts';
import { definite } from '../../model/definite.ts';
import { lazily } from '../../model/lazily.ts';
import { readKey } from '../../model/read-key.ts';
import { modelIdOf, settingsOf } from '../../providers/vendors/model-inputs.ts';

function toObject(given: unknown): Record<string, unknown> {
  if (given === undefined || given === null) return {};
  if (typeof given === 'object' && !Array.isArray(given)) return given as Record<string, unknown>;
  throw new AppError('FLOW_INVALID', 'Additional Inputs: must be a JSON object.');
}

/** Language models at Replicate. */
export const replicate = implementNode({
  name: 'replicate',
  icon: 'replicate',
  description: 'Models that people have published at Replicate.',

  async run(inputs, context) {
    const apiKey = await readKey(context, 'replicateApiKey', 'Replicate chat model');
    const modelId = modelIdOf(inputs, 'Replicate');
    if (!/^\w[\w.-]*\/\w[\w.-]*(?::\w+)?$/.test(modelId))
      throw new AppError(
        'FLOW_INVALID',
        `Replicate: "${modelId}" is no model. Write owner/name, with or without :version.`,
      );
    const { fetch } = context.services;
    const own = toObject(inputs.additionalInputs);
    const model: ChatModel = {
      nodeId: context.nodeId,
      provider: 'replicate',
      modelId,
      isDemo: false,
      isStreaming: false,
      settings: settingsOf(inputs),
      language: lazily(async () => {
        const { createReplicateModel } = await import('../../providers/vendors/replicate-model.ts');
        const given = definite({ repetition_penalty: inputs.repetitionPenalty, ...own });
        return createReplicateModel({ modelId, apiKey, inputs: given, fetch });
      }),
    };
    return { replicate: model };
  },
});
