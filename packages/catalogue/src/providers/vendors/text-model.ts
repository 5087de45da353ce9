import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Usage } from '@ai-sdk/provider';
import { streamOf } from '../../model/stream-of.ts';
import { toPlainPrompt } from '../openai/plain-prompt.ts';

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** A model that turns one text into another in one piece, for a vendor that reports neither chunks nor counts. */
export function createTextModel(
  provider: string,
  modelId: string,
  complete: (prompt: string, options: LanguageModelV4CallOptions) => Promise<string>,
): LanguageModelV4 {
  const finishReason = { unified: 'stop' as const, raw: undefined };
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      const text = await complete(toPlainPrompt(options), options);
      return { content: [{ type: 'text', text }], finishReason, usage: noUsage, warnings: [] };
    },
    async doStream(options) {
      const delta = await complete(toPlainPrompt(options), options);
      const id = 'text';
      return {
        stream: streamOf([
          { type: 'stream-start' as const, warnings: [] },
          { type: 'text-start' as const, id },
          { type: 'text-delta' as const, id, delta },
          { type: 'text-end' as const, id },
          { type: 'finish' as const, finishReason, usage: noUsage },
        ]),
      };
    },
  };
}
