import type { ModelStepInput, ModelStepOutput } from '@tendril/contract/run-event';
import * as z from 'zod';

const message = z.object({ role: z.string(), content: z.string() });
const modelInput = z.looseObject({
  modelId: z.string().catch(''),
  isDemo: z.boolean().catch(false),
  messages: z.array(message),
  tools: z.array(z.string()).optional().catch(undefined),
  settings: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const modelOutput = z.looseObject({
  text: z.string(),
  toolCalls: z
    .array(z.object({ tool: z.string(), input: z.unknown() }))
    .optional()
    .catch(undefined),
  finishReason: z.string().optional().catch(undefined),
  isCached: z.boolean().optional().catch(undefined),
});

/** The request to a model, if a stored value is one. */
export function readModelInput(value: unknown): Omit<ModelStepInput, 'provider'> | undefined {
  return modelInput.safeParse(value).data;
}

/** The response of a model, if a stored value is one. */
export function readModelOutput(value: unknown): ModelStepOutput | undefined {
  return modelOutput.safeParse(value).data;
}
