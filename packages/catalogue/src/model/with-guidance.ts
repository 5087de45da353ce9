import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { guidanceText } from '@tendril/contract/voice/guidance-text';

/** The prompt with what a supervisor has instructed, at the end of its first system message. */
export function withGuidance(
  prompt: LanguageModelV4Prompt,
  guidance: readonly string[] | undefined,
): LanguageModelV4Prompt {
  if (!guidance || guidance.length === 0) return prompt;
  const text = guidanceText(guidance);
  const [first, ...rest] = prompt;
  if (first?.role !== 'system') return [{ role: 'system', content: text }, ...prompt];
  return [{ ...first, content: `${first.content}\n\n${text}` }, ...rest];
}
