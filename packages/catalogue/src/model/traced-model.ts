import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { ModelStepOutput } from '@tendril/contract/run-event';
import { cachedStream, findAnswer, keepStream } from './answer-cache.ts';
import { startModelStep } from './model-step.ts';
import { parseToolInput } from './tool-input.ts';
import { traceStream } from './traced-stream.ts';
import { toModelError } from './vendor-error.ts';
import { withGuidance } from './with-guidance.ts';
import { withImages } from './with-images.ts';

/** The call's options override the node's settings; a key that is present but undefined does not. */
function withSettings(
  model: ChatModel,
  options: LanguageModelV4CallOptions,
  { signal, services }: RunContext,
): LanguageModelV4CallOptions {
  const { settings, providerOptions } = model;
  return {
    ...options,
    prompt: withGuidance(
      withImages(options.prompt, model.seesImages ? services.images : undefined),
      services.guidance,
    ),
    temperature: options.temperature ?? settings.temperature,
    maxOutputTokens: options.maxOutputTokens ?? settings.maxOutputTokens,
    topP: options.topP ?? settings.topP,
    topK: options.topK ?? settings.topK,
    frequencyPenalty: options.frequencyPenalty ?? settings.frequencyPenalty,
    presencePenalty: options.presencePenalty ?? settings.presencePenalty,
    stopSequences: options.stopSequences ?? settings.stopSequences,
    seed: options.seed ?? settings.seed,
    providerOptions: providerOptions
      ? ({ ...providerOptions, ...options.providerOptions } as SharedV4ProviderOptions)
      : options.providerOptions,
    abortSignal: options.abortSignal ?? signal,
  };
}

function toStepOutput(content: LanguageModelV4Content[], finishReason: string): ModelStepOutput {
  const output: ModelStepOutput = { text: '', finishReason };
  for (const part of content) {
    if (part.type === 'text') output.text += part.text;
    if (part.type !== 'tool-call') continue;
    output.toolCalls ??= [];
    output.toolCalls.push({ tool: part.toolName, input: parseToolInput(part.input) });
  }
  return output;
}

/**
 * The vendor's model as a run sees it: with the node's settings, the run's signal, a `model` step in the trace
 * for each call, and failures as `AppError` (see `toModelError`).
 */
export async function traceModel(model: ChatModel, context: RunContext): Promise<LanguageModelV4> {
  const inner = await model.language();
  context.services.noteModel?.(model, context);

  async function doGenerate(given: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const options = withSettings(model, given, context);
    const { answer, keep } = await findAnswer(model, options);
    const step = startModelStep(model, options, context);
    if (answer) {
      step.end(
        { ...toStepOutput(answer.content, answer.finishReason.unified), isCached: true },
        answer.usage,
      );
      return answer;
    }
    try {
      const result = await inner.doGenerate(options);
      await keep?.(result.content, result.finishReason);
      step.end(toStepOutput(result.content, result.finishReason.unified), result.usage);
      return result;
    } catch (failure) {
      const error = toModelError(failure, model.provider, options.abortSignal);
      step.fail(error);
      throw error;
    }
  }

  async function doStream(given: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const options = withSettings(model, given, context);
    const { answer, keep } = await findAnswer(model, options);
    const step = startModelStep(model, options, context);
    if (answer) {
      step.end(
        { ...toStepOutput(answer.content, answer.finishReason.unified), isCached: true },
        answer.usage,
      );
      return { stream: cachedStream(answer) };
    }
    const toError = (failure: unknown) => toModelError(failure, model.provider, options.abortSignal);
    try {
      const result = await inner.doStream(options);
      const stream = keep ? keepStream(result.stream, keep) : result.stream;
      return { ...result, stream: traceStream(stream, step, toError) };
    } catch (failure) {
      const error = toError(failure);
      step.fail(error);
      throw error;
    }
  }

  return {
    specificationVersion: 'v4',
    provider: inner.provider,
    modelId: inner.modelId,
    supportedUrls: inner.supportedUrls,
    doGenerate,
    doStream,
  };
}
