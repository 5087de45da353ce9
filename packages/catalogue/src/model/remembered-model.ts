import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { RunContext, StepPart } from '@tendril/contract/node/run-context';
import { contentCollector } from './collected-content.ts';
import { streamOf } from './stream-of.ts';

type Reply = Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason'>;

/** What a later call of the model gets to see again, and is plain JSON. */
const kept = new Set(['text', 'reasoning', 'tool-call', 'tool-result', 'source']);
/** The tokens were counted when the reply came. */
const noUsage: LanguageModelV4GenerateResult['usage'] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};

/** A reply that is followed by calls of tools; any other one ends the step, whose result is stored anyhow. */
async function keepReply(part: StepPart, { content, finishReason }: Reply): Promise<void> {
  if (!content.some((one) => one.type === 'tool-call' && !one.providerExecuted)) return;
  const reply: Reply = { content: content.filter(({ type }) => kept.has(type)), finishReason };
  await part.keep(reply);
}

function toParts(one: LanguageModelV4Content, id: string): LanguageModelV4StreamPart[] {
  if (one.type !== 'text' && one.type !== 'reasoning') return [one];
  const { type, text: delta, providerMetadata } = one;
  const own = { id, ...(providerMetadata && { providerMetadata }) };
  return [
    { type: `${type}-start`, ...own },
    { type: `${type}-delta`, id, delta },
    { type: `${type}-end`, ...own },
  ];
}

function streamReply({ content, finishReason }: Reply): ReadableStream<LanguageModelV4StreamPart> {
  const parts: LanguageModelV4StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    ...content.flatMap((one, index) => toParts(one, String(index))),
    { type: 'finish', usage: noUsage, finishReason },
  ];
  return streamOf(parts);
}

/** The same stream; calls of tools come when the whole reply is kept, because they are carried out as they come. */
function keptBeforeCalls(stream: ReadableStream<LanguageModelV4StreamPart>, part: StepPart) {
  const collector = contentCollector();
  const held: LanguageModelV4StreamPart[] = [];
  return stream.pipeThrough(
    new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      async transform(one, controller) {
        collector.add(one);
        if (one.type === 'finish') {
          await keepReply(part, { content: collector.content(), finishReason: one.finishReason });
          for (const call of held.splice(0)) controller.enqueue(call);
        }
        if (held.length > 0 || (one.type === 'tool-call' && !one.providerExecuted)) held.push(one);
        else controller.enqueue(one);
      },
      flush(controller) {
        for (const one of held) controller.enqueue(one);
      },
    }),
  );
}

/**
 * A model for a loop of calls: another attempt at the step gets the same replies as the first one, as far as that came,
 * and so asks for the same calls of tools, whose results are known.
 */
export function rememberModel(model: LanguageModelV4, context: RunContext): LanguageModelV4 {
  const { part: open } = context;
  if (!open) return model;
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      const part = open('model');
      if (part.known) return { ...(part.known.value as Reply), usage: noUsage, warnings: [] };
      const result = await model.doGenerate(options);
      await keepReply(part, result);
      return result;
    },
    async doStream(options) {
      const part = open('model');
      if (part.known) return { stream: streamReply(part.known.value as Reply) };
      const result = await model.doStream(options);
      return { ...result, stream: keptBeforeCalls(result.stream, part) };
    },
  };
}
