import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import * as z from 'zod';
import { streamOf } from '../../model/stream-of.ts';
import type { AskBedrock } from './connection.ts';
import { toConverseRequest } from './converse-request.ts';

const toolUse = z.object({ toolUseId: z.string(), name: z.string(), input: z.unknown() });

const answer = z.object({
  output: z.object({
    message: z.object({
      content: z.array(z.object({ text: z.string().optional(), toolUse: toolUse.optional() })),
    }),
  }),
  stopReason: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
});

const finishReasons: Record<string, 'stop' | 'length' | 'tool-calls' | 'content-filter'> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  tool_use: 'tool-calls',
  guardrail_intervened: 'content-filter',
  content_filtered: 'content-filter',
};

function toContent({ output }: z.output<typeof answer>): LanguageModelV4Content[] {
  return output.message.content.flatMap(({ text, toolUse: call }): LanguageModelV4Content[] => {
    if (text) return [{ type: 'text', text }];
    if (!call) return [];
    const input = JSON.stringify(call.input ?? {});
    return [{ type: 'tool-call', toolCallId: call.toolUseId, toolName: call.name, input }];
  });
}

/** A chat model behind Bedrock's Converse, which is asked for whole answers; a stream brings one in a single piece. */
export function createBedrockChatModel(modelId: string, ask: AskBedrock, own: object): LanguageModelV4 {
  const doGenerate: LanguageModelV4['doGenerate'] = async (
    options,
  ): Promise<LanguageModelV4GenerateResult> => {
    const given = answer.parse(await ask('converse', toConverseRequest(options, own), options.abortSignal));
    const { inputTokens, outputTokens } = given.usage;
    return {
      content: toContent(given),
      finishReason: { unified: finishReasons[given.stopReason] ?? 'other', raw: given.stopReason },
      usage: {
        inputTokens: { total: inputTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
      },
      warnings: [],
    };
  };

  return {
    specificationVersion: 'v4',
    provider: 'bedrock',
    modelId,
    supportedUrls: {},
    doGenerate,
    async doStream(options) {
      const { content, finishReason, usage } = await doGenerate(options);
      const parts = content.flatMap((part, index): LanguageModelV4StreamPart[] => {
        const id = String(index);
        if (part.type === 'tool-call') return [part];
        if (part.type !== 'text') return [];
        return [
          { type: 'text-start', id },
          { type: 'text-delta', id, delta: part.text },
          { type: 'text-end', id },
        ];
      });
      const start = { type: 'stream-start' as const, warnings: [] };
      return {
        stream: streamOf([start, ...parts, { type: 'finish' as const, finishReason, usage }]),
      };
    },
  };
}
