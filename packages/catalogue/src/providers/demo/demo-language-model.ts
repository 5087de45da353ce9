import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { messageText } from '../../model/step-messages.ts';
import { streamOf } from '../../model/stream-of.ts';
import { demoReply } from './demo-reply.ts';
import type { DemoReply } from './reply-shape.ts';

const charactersPerToken = 4;
const tokensOf = (characters: number) => Math.ceil(characters / charactersPerToken);

function usageOf(
  { prompt }: LanguageModelV4CallOptions,
  content: LanguageModelV4Content[],
): LanguageModelV4Usage {
  const input = tokensOf(prompt.reduce((sum, message) => sum + messageText(message).length, 0));
  const written = content.reduce(
    (sum, part) =>
      sum + (part.type === 'text' ? part.text.length : part.type === 'tool-call' ? part.input.length : 0),
    0,
  );
  const output = tokensOf(written);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  };
}

/** Ids are numbered through a conversation, so that the same prompt gives the same ids. */
function toContent(
  { text, toolCalls }: DemoReply,
  { prompt }: LanguageModelV4CallOptions,
): LanguageModelV4Content[] {
  if (!toolCalls) return [{ type: 'text', text: text ?? '' }];
  return toolCalls.map(({ tool, input }, index) => ({
    type: 'tool-call',
    toolCallId: `demo_${prompt.length}_${index}`,
    toolName: tool,
    input: JSON.stringify(input),
  }));
}

function finishOf(content: LanguageModelV4Content[]): LanguageModelV4FinishReason {
  const hasCalls = content.some((part) => part.type === 'tool-call');
  return { unified: hasCalls ? 'tool-calls' : 'stop', raw: undefined };
}

function* textParts(text: string): Generator<LanguageModelV4StreamPart> {
  yield { type: 'text-start', id: '0' };
  for (const [delta] of text.matchAll(/\s*\S+(?:\s+$)?/g)) yield { type: 'text-delta', id: '0', delta };
  yield { type: 'text-end', id: '0' };
}

async function* streamParts(
  options: LanguageModelV4CallOptions,
  content: LanguageModelV4Content[],
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  for (const part of content) {
    if (part.type === 'text') {
      for (const piece of textParts(part.text)) {
        // One event-loop turn per word: each word is sent before the next.
        await nextTurn();
        options.abortSignal?.throwIfAborted();
        yield piece;
      }
    } else if (part.type === 'tool-call') {
      yield { type: 'tool-input-start', id: part.toolCallId, toolName: part.toolName };
      yield { type: 'tool-input-delta', id: part.toolCallId, delta: part.input };
      yield { type: 'tool-input-end', id: part.toolCallId };
      yield part;
    }
  }
  yield { type: 'finish', finishReason: finishOf(content), usage: usageOf(options, content) };
}

/**
 * A language model without a network or a key: rules over the prompt. `now` is the date that "tomorrow" is relative to.
 */
export function createDemoLanguageModel(now: () => Date = () => new Date()): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: 'demo-1',
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const content = toContent(demoReply(options, now()), options);
      return { content, finishReason: finishOf(content), usage: usageOf(options, content), warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const content = toContent(demoReply(options, now()), options);
      return { stream: streamOf(streamParts(options, content)) };
    },
  };
}
