import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ModelPrice } from '@tendril/contract/provider/chat-model';
import type { TokenUsage } from '@tendril/contract/run-event';

/** The token counts for trace and cost; zeros when a vendor reports none. */
export function toTokenUsage(usage: LanguageModelV4Usage): TokenUsage {
  return { inputTokens: usage.inputTokens.total ?? 0, outputTokens: usage.outputTokens.total ?? 0 };
}

/** US dollars of one call; undefined when the price is not known. */
export function costOf(usage: TokenUsage, price: ModelPrice | undefined): number | undefined {
  if (!price) return undefined;
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000;
}
