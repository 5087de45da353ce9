import { createHash } from 'node:crypto';
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { streamOf } from './stream-of.ts';

type Keep = (content: LanguageModelV4Content[], finishReason: LanguageModelV4FinishReason) => Promise<void>;

const noUsage: LanguageModelV4GenerateResult['usage'] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};

/** Pictures count by their bytes. */
function plain(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value;
}

/** The same for the same model, settings, tools and prompt. */
function answerKey({ provider, modelId }: ChatModel, options: LanguageModelV4CallOptions): string {
  const { abortSignal: _signal, headers: _headers, ...asked } = options;
  return createHash('sha256')
    .update(JSON.stringify({ provider, modelId, ...asked }, plain))
    .digest('hex');
}

function isKept(part: { type: string }): boolean {
  return part.type === 'text' || part.type === 'tool-call';
}

/** The answer that a model's cache has, and otherwise how to keep the one that comes. */
export async function findAnswer(
  model: ChatModel,
  options: LanguageModelV4CallOptions,
): Promise<{ answer?: LanguageModelV4GenerateResult; keep?: Keep }> {
  const { cache } = model;
  if (!cache) return {};
  const key = answerKey(model, options);
  const known = await cache.read(key);
  if (known !== undefined) {
    const { content, finishReason } = JSON.parse(known) as LanguageModelV4GenerateResult;
    return { answer: { content, finishReason, usage: noUsage, warnings: [] } };
  }
  return {
    async keep(content, finishReason) {
      // An answer that was cut off or refused may turn out better the next time.
      if (finishReason.unified !== 'stop' && finishReason.unified !== 'tool-calls') return;
      await cache.write(key, JSON.stringify({ content: content.filter(isKept), finishReason }));
    },
  };
}

/** An answer from the cache for a caller that streams. */
export function cachedStream({ content, finishReason, usage }: LanguageModelV4GenerateResult) {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const [index, part] of content.entries()) {
    const id = String(index);
    if (part.type === 'tool-call') parts.push(part);
    if (part.type !== 'text') continue;
    parts.push(
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text },
      { type: 'text-end', id },
    );
  }
  parts.push({ type: 'finish', usage, finishReason });
  return streamOf(parts);
}

/** The same stream; what was said is kept once it has finished. */
export function keepStream(stream: ReadableStream<LanguageModelV4StreamPart>, keep: Keep) {
  const content: LanguageModelV4Content[] = [];
  let text = '';
  return stream.pipeThrough(
    new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      async transform(part, controller) {
        if (part.type === 'text-delta') text += part.delta;
        if (part.type === 'tool-call') content.push(part);
        if (part.type === 'finish') {
          await keep([...(text ? [{ type: 'text' as const, text }] : []), ...content], part.finishReason);
        }
        controller.enqueue(part);
      },
    }),
  );
}
