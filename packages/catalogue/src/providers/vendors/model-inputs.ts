import { AppError } from '@tendril/contract/app-error';
import { definite } from '../../model/definite.ts';

/** What the model nodes call the settings that all vendors share. */
export interface ModelInputs {
  modelName?: string | undefined;
  model?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  maxOutputTokens?: number | undefined;
  maxTokensToSample?: number | undefined;
  topP?: number | undefined;
  topK?: number | undefined;
  frequencyPenalty?: number | undefined;
  presencePenalty?: number | undefined;
  stopSequence?: string | undefined;
  stop?: string | undefined;
  streaming?: boolean | undefined;
  allowImageUploads?: boolean | undefined;
  timeout?: number | undefined;
  basepath?: string | undefined;
  basePath?: string | undefined;
  overrideEndpoint?: string | undefined;
  baseOptions?: unknown;
  proxyUrl?: string | undefined;
}

/** The model that the node names. Throws FLOW_INVALID when it names none. */
export function modelIdOf({ modelName, model }: ModelInputs, label: string): string {
  const id = (modelName ?? model)?.trim();
  if (!id) throw new AppError('FLOW_INVALID', `${label}: enter the name of a model.`);
  return id;
}

/** The settings that are laid over each call. */
export function settingsOf(inputs: ModelInputs) {
  return definite({
    temperature: inputs.temperature,
    maxOutputTokens: inputs.maxTokens ?? inputs.maxOutputTokens ?? inputs.maxTokensToSample,
    topP: inputs.topP,
    topK: inputs.topK,
    frequencyPenalty: inputs.frequencyPenalty,
    presencePenalty: inputs.presencePenalty,
    stopSequences: (inputs.stopSequence ?? inputs.stop)
      ?.split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  });
}
