import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { OllamaAnswer } from './protocol.ts';

export function toUsage({ prompt_eval_count, eval_count }: OllamaAnswer): LanguageModelV4Usage {
  return {
    inputTokens: {
      total: prompt_eval_count,
      noCache: undefined,
      cacheRead: undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: eval_count, text: undefined, reasoning: undefined },
  };
}

function toFinishReason(raw: string | undefined, hasToolCalls: boolean): LanguageModelV4FinishReason {
  if (hasToolCalls) return { unified: 'tool-calls', raw };
  if (raw === 'stop' || raw === undefined) return { unified: 'stop', raw };
  return { unified: raw === 'length' ? 'length' : 'other', raw };
}

/** Ollama's tool calls have no ids. */
function toToolCalls({ message }: OllamaAnswer): LanguageModelV4ToolCall[] {
  return (message?.tool_calls ?? []).map(({ function: { name, arguments: input } }) => ({
    type: 'tool-call',
    toolCallId: crypto.randomUUID(),
    toolName: name,
    input: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
  }));
}

/** The content of a whole answer. */
export function toContent(answer: OllamaAnswer): {
  content: LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason;
} {
  const { thinking, content: text } = answer.message ?? {};
  const calls = toToolCalls(answer);
  return {
    content: [
      ...(thinking ? [{ type: 'reasoning' as const, text: thinking }] : []),
      ...(text ? [{ type: 'text' as const, text }] : []),
      ...calls,
    ],
    finishReason: toFinishReason(answer.done_reason, calls.length > 0),
  };
}

/** Turns the lines of a streamed answer into stream parts. Throws what `toError` makes of an error line. */
export async function* toStreamParts(
  answers: AsyncIterable<OllamaAnswer>,
  toError: (message: string) => Error,
): AsyncGenerator<LanguageModelV4StreamPart> {
  let open: 'text' | 'reasoning' | undefined;
  let hasToolCalls = false;
  let last: OllamaAnswer | undefined;
  yield { type: 'stream-start', warnings: [] };
  for await (const answer of answers) {
    if (answer.error) throw toError(answer.error);
    for (const [kind, delta] of [
      ['reasoning', answer.message?.thinking],
      ['text', answer.message?.content],
    ] as const) {
      if (!delta) continue;
      if (open && open !== kind) yield { type: `${open}-end`, id: open };
      if (open !== kind) yield { type: `${kind}-start`, id: kind };
      open = kind;
      yield { type: `${kind}-delta`, id: kind, delta };
    }
    for (const call of toToolCalls(answer)) {
      hasToolCalls = true;
      yield call;
    }
    if (answer.done) last = answer;
  }
  if (open) yield { type: `${open}-end`, id: open };
  const finishReason = last
    ? toFinishReason(last.done_reason, hasToolCalls)
    : { unified: 'interrupted' as const, raw: undefined };
  yield { type: 'finish', finishReason, usage: toUsage(last ?? {}) };
}
