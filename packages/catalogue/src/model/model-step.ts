import type { LanguageModelV4CallOptions, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { ModelStepInput, ModelStepOutput, NodeEvent } from '@tendril/contract/run-event';
import { toStepMessages } from './step-messages.ts';
import { costOf, toTokenUsage } from './token-usage.ts';

type StepEnd = Extract<NodeEvent, { type: 'step-end' }>;

/** One traced call of a model; only the first `end` or `fail` counts. */
export interface ModelStep {
  markFirstToken(): void;
  end(output: ModelStepOutput, usage: LanguageModelV4Usage): void;
  /** `partial` is what had arrived before the failure. */
  fail(error: AppError, partial?: ModelStepOutput): void;
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;

function stepInput(model: ChatModel, options: LanguageModelV4CallOptions): ModelStepInput {
  return {
    provider: model.provider,
    modelId: model.modelId,
    isDemo: model.isDemo,
    messages: toStepMessages(options.prompt),
    ...(options.tools?.length && { tools: options.tools.map((tool) => tool.name) }),
    settings: model.settings as Record<string, unknown>,
  };
}

/** Emits `step-start` and returns the functions that end the step. */
export function startModelStep(
  model: ChatModel,
  options: LanguageModelV4CallOptions,
  context: RunContext,
): ModelStep {
  const startedAt = performance.now();
  const step = {
    stepId: crypto.randomUUID(),
    kind: 'model',
    name: model.modelId,
    nodeId: model.nodeId,
  } as const;
  let firstTokenMs: number | undefined;
  let isEnded = false;
  context.emit({ type: 'step-start', ...step, input: stepInput(model, options) });

  function finish(rest: Pick<StepEnd, 'output' | 'error' | 'usage' | 'costUsd'>): void {
    if (isEnded) return;
    isEnded = true;
    const first = firstTokenMs === undefined ? undefined : { firstTokenMs };
    context.emit({ type: 'step-end', ...step, ...rest, ...first, ms: tenths(performance.now() - startedAt) });
  }

  return {
    markFirstToken() {
      firstTokenMs ??= tenths(performance.now() - startedAt);
    },
    end(output, vendorUsage) {
      const usage = toTokenUsage(vendorUsage);
      const costUsd = costOf(usage, model.price);
      finish({ output, usage, ...(costUsd !== undefined && { costUsd }) });
    },
    fail(error, partial) {
      finish({ error: error.message, ...(partial && { output: partial }) });
    },
  };
}
