import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { ChatModel } from '@tendril/contract/provider/chat-model';

/** A scripted model's answer to one call: text, tool calls, or a failure. */
export interface ScriptedReply {
  text?: string;
  toolCalls?: { tool: string; input: unknown }[];
  error?: Error;
}

export interface ScriptedModel extends ChatModel {
  /** Every call as the vendor would have received it. */
  calls: LanguageModelV4CallOptions[];
  /** The prompt of a call as "role: text" lines. */
  promptOf(call: number): string[];
}

const usage: LanguageModelV4Usage = {
  inputTokens: { total: 7, noCache: 7, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: 3, reasoning: undefined },
};

function toContent({ text, toolCalls = [] }: ScriptedReply): LanguageModelV4Content[] {
  const calls = toolCalls.map(({ tool, input }, index) => ({
    type: 'tool-call' as const,
    toolCallId: `call-${tool}-${index}`,
    toolName: tool,
    input: JSON.stringify(input),
  }));
  return [...(text ? [{ type: 'text' as const, text }] : []), ...calls];
}

function toParts(content: LanguageModelV4Content[], finishReason: LanguageModelV4FinishReason) {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const part of content) {
    if (part.type === 'tool-call') parts.push(part);
    if (part.type !== 'text') continue;
    const pieces = part.text.split(/(?<= )/);
    parts.push({ type: 'text-start', id: 't' });
    parts.push(...pieces.map((delta) => ({ type: 'text-delta' as const, id: 't', delta })));
    parts.push({ type: 'text-end', id: 't' });
  }
  parts.push({ type: 'finish', usage, finishReason });
  return parts;
}

function partText(part: { type: string }): string {
  if ('text' in part) return String(part.text);
  if ('output' in part) return JSON.stringify(part.output);
  return 'toolName' in part ? `(calls ${String(part.toolName)})` : part.type;
}

/** A model that gives the replies of a list, one per call, repeating the last one, and records its calls. */
export function scriptedModel(...replies: (ScriptedReply | string)[]): ScriptedModel {
  const calls: LanguageModelV4CallOptions[] = [];
  const next = (options: LanguageModelV4CallOptions) => {
    const given = replies[Math.min(calls.length, replies.length - 1)] ?? '';
    calls.push(options);
    const reply = typeof given === 'string' ? { text: given } : given;
    if (reply.error) throw reply.error;
    const unified = reply.toolCalls?.length ? 'tool-calls' : 'stop';
    return { content: toContent(reply), finishReason: { unified, raw: undefined } } as const;
  };
  return {
    nodeId: 'model_0',
    provider: 'scripted',
    modelId: 'scripted-1',
    isDemo: false,
    isStreaming: true,
    settings: {},
    calls,
    promptOf: (call) =>
      (calls[call]?.prompt ?? []).map(({ role, content }) =>
        typeof content === 'string' ? `${role}: ${content}` : `${role}: ${content.map(partText).join('')}`,
      ),
    language: async () => ({
      specificationVersion: 'v4',
      provider: 'scripted',
      modelId: 'scripted-1',
      supportedUrls: {},
      doGenerate: async (options) => ({ ...next(options), usage, warnings: [] }),
      doStream: async (options) => {
        const { content, finishReason } = next(options);
        return { stream: ReadableStream.from(toParts(content, finishReason)) };
      },
    }),
  };
}
