import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { QuestionImage } from '@tendril/contract/node/run-context';

/** The prompt with the question's pictures beside its last message of the user. */
export function withImages(
  prompt: LanguageModelV4Prompt,
  images: readonly QuestionImage[] | undefined,
): LanguageModelV4Prompt {
  if (!images || images.length === 0) return prompt;
  const at = prompt.findLastIndex((message) => message.role === 'user');
  const asked = prompt[at];
  if (asked?.role !== 'user') return prompt;
  const seen = images.map(({ name, mediaType, data }) => ({
    type: 'file' as const,
    filename: name,
    mediaType,
    data: { type: 'data' as const, data },
  }));
  return prompt.with(at, { ...asked, content: [...asked.content, ...seen] });
}
