import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { AnswerUsage, ChatAnswer, ToolCallPiece } from './chat-protocol.ts';

const finishReasons: Record<string, LanguageModelV4FinishReason['unified']> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
};

/** `raw` is the server's own value; if a server returns tool calls and "stop", the calls count. */
export function toFinishReason(
  raw: string | null | undefined,
  hasToolCalls: boolean,
): LanguageModelV4FinishReason {
  if (!raw) return { unified: 'interrupted', raw: undefined };
  const unified = finishReasons[raw] ?? 'other';
  return { unified: hasToolCalls && unified === 'stop' ? 'tool-calls' : unified, raw };
}

export function toUsage(usage: AnswerUsage | null | undefined): LanguageModelV4Usage {
  const input = usage?.prompt_tokens;
  const output = usage?.completion_tokens;
  const cacheRead = usage?.prompt_tokens_details?.cached_tokens;
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens;
  return {
    inputTokens: {
      total: input,
      noCache: input === undefined ? undefined : input - (cacheRead ?? 0),
      cacheRead,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: output,
      text: output === undefined ? undefined : output - (reasoning ?? 0),
      reasoning,
    },
  };
}

/** Arguments are JSON text; some servers send them as an object. */
export function argumentsText(piece: ToolCallPiece): string {
  const given = piece.function?.arguments;
  if (typeof given === 'string') return given;
  return given === undefined || given === null ? '' : JSON.stringify(given);
}

/** The whole answer of a non-streaming call; undefined when it holds none. */
export function toResult({ choices, usage }: ChatAnswer): LanguageModelV4GenerateResult | undefined {
  const choice = choices?.[0];
  const message = choice?.message;
  if (!choice || !message) return undefined;
  const content: LanguageModelV4Content[] = [];
  if (message.reasoning_content) content.push({ type: 'reasoning', text: message.reasoning_content });
  const text = message.content || message.refusal;
  if (text) content.push({ type: 'text', text });
  const calls = message.tool_calls ?? [];
  for (const call of calls) {
    content.push({
      type: 'tool-call',
      toolCallId: call.id || crypto.randomUUID(),
      toolName: call.function?.name ?? '',
      input: argumentsText(call) || '{}',
    });
  }
  const raw = message.refusal ? 'content_filter' : (choice.finish_reason ?? 'stop');
  return {
    content,
    finishReason: toFinishReason(raw, calls.length > 0),
    usage: toUsage(usage),
    warnings: [],
  };
}
