import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { ModelStepOutput } from '@tendril/contract/run-event';
import type { ModelStep } from './model-step.ts';
import { parseToolInput } from './tool-input.ts';

/** Passes a vendor's stream on, one part per pull, and records it in the step. `toError` converts failures. */
export function traceStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  step: ModelStep,
  toError: (error: unknown) => AppError,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  const output: ModelStepOutput = { text: '' };
  let isComplete = false;

  function note(part: LanguageModelV4StreamPart): LanguageModelV4StreamPart {
    switch (part.type) {
      case 'text-delta':
        step.markFirstToken();
        output.text += part.delta;
        return part;
      case 'tool-call':
        step.markFirstToken();
        output.toolCalls ??= [];
        output.toolCalls.push({ tool: part.toolName, input: parseToolInput(part.input) });
        return part;
      case 'finish':
        isComplete = true;
        output.finishReason = part.finishReason.unified;
        step.end(output, part.usage);
        return part;
      case 'error': {
        const error = toError(part.error);
        step.fail(error, output);
        return { type: 'error', error };
      }
      default:
        return part;
    }
  }

  return new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(note(value));
        // Every well-behaved stream ends with a `finish` part.
        if (!isComplete) step.fail(new AppError('PROVIDER_UNAVAILABLE', 'The response ended early.'), output);
        controller.close();
      } catch (failure) {
        const error = toError(failure);
        step.fail(error, output);
        controller.error(error);
      }
    },
    cancel(reason) {
      step.fail(new AppError('RUN_CANCELLED', 'The run was stopped.'), output);
      return reader.cancel(reason);
    },
  });
}
