import { llmOptions } from '@tendril/contract/voice/llm-options';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';

const msPerMinute = 60_000;

interface CostParts {
  snapshot: VoiceAgentSnapshot;
  isDemo: boolean;
  channel: 'audio' | 'text';
  durationMs: number;
  /** US dollars of the call's steps, by kind; runs of flows are under `run`. */
  steps: ReadonlyMap<string, number>;
}

/**
 * What a call's answers cost, in US dollars. A spoken call of a prompt costs the list price of its model per minute; that price
 * includes the model's tokens, so they are not counted again. Typed calls have no minutes: they cost the tokens. Flows
 * cost what their runs cost; searches cost their embeddings; the cost of a custom LLM is unknown.
 */
export function costOfCall({ snapshot, isDemo, channel, durationMs, steps }: CostParts): number {
  const { settings, llm } = snapshot;
  // A model that speaks itself is paid by its tokens, which are known.
  const isByMinute = settings.brain.type === 'prompt' && channel === 'audio' && llm.speechModel === null;
  let cost = 0;
  for (const [kind, costUsd] of steps) if (!(isByMinute && kind === 'model')) cost += costUsd;
  const option = llmOptions.find(({ id }) => id === llm.model);
  if (isByMinute && !isDemo && option) cost += (option.usdPerMinute * durationMs) / msPerMinute;
  return cost;
}
