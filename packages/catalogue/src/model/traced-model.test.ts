import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { APICallError } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/run-context.ts';
import { askModel } from './ask-model.ts';
import { traceModel } from './traced-model.ts';

const usage = {
  inputTokens: { total: 1_000_000, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 500_000, text: undefined, reasoning: undefined },
};
const finish: LanguageModelV4StreamPart = {
  type: 'finish',
  usage,
  finishReason: { unified: 'stop', raw: 'stop' },
};

function chatModel(language: Partial<LanguageModelV4>, given: Partial<ChatModel> = {}): ChatModel {
  return {
    nodeId: 'model_1',
    provider: 'openai',
    modelId: 'm-1',
    isDemo: false,
    isStreaming: true,
    settings: {},
    price: { input: 2, output: 8 },
    language: async () => ({ provider: 'openai', modelId: 'm-1', ...language }) as LanguageModelV4,
    ...given,
  };
}

function streaming(parts: LanguageModelV4StreamPart[]): Partial<LanguageModelV4> {
  return { doStream: async () => ({ stream: ReadableStream.from(parts) }) };
}

const prompt: LanguageModelV4CallOptions['prompt'] = [
  { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
];
const answer = { messages: [{ role: 'user' as const, content: 'Hi' }], isAnswer: true };

describe('a traced model', () => {
  it("asks with the node's settings, the caller's first, and with the run's signal", async () => {
    let asked: LanguageModelV4CallOptions | undefined;
    const doGenerate: LanguageModelV4['doGenerate'] = async (options) => {
      asked = options;
      return { content: [], finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] };
    };
    const settings = { temperature: 0.5, topP: 0.25, stopSequences: ['END'] };
    const providerOptions = { openai: { reasoningEffort: 'low' } };
    const context = testContext();
    const traced = await traceModel(chatModel({ doGenerate }, { settings, providerOptions }), context);
    // The agent loop names every setting, also those it leaves open.
    await traced.doGenerate({ prompt, temperature: 0, topP: undefined });
    expect(asked).toMatchObject({ temperature: 0, topP: 0.25, stopSequences: ['END'], providerOptions });
    expect(asked?.abortSignal).toBe(context.signal);
    expect(asked?.prompt).toBe(prompt);
  });

  it('counts cost by the price of a million tokens', async () => {
    const context = testContext({ isStreaming: true });
    await askModel(chatModel(streaming([finish])), answer, context);
    expect(context.events.at(-1)).toMatchObject({ type: 'step-end', costUsd: 2 + 4 });
  });

  it('says an error in the middle of a stream in words, and keeps what had come', async () => {
    const error = new APICallError({
      message: 'overloaded',
      url: 'u',
      requestBodyValues: {},
      statusCode: 529,
    });
    const context = testContext({ isStreaming: true });
    const parts: LanguageModelV4StreamPart[] = [
      { type: 'text-delta', id: '0', delta: 'Half' },
      { type: 'error', error },
    ];
    await expect(askModel(chatModel(streaming(parts)), answer, context)).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
    expect(context.events.at(-1)).toMatchObject({
      type: 'step-end',
      error: 'OpenAI is not available right now (status 529).',
      output: { text: 'Half' },
    });
  });

  it('ends its step once, also when a stream has no end or is left', async () => {
    const context = testContext({ isStreaming: true });
    const open: LanguageModelV4StreamPart[] = [{ type: 'text-delta', id: '0', delta: 'Half' }];
    await askModel(chatModel(streaming(open)), answer, context);
    const { stream } = await (await traceModel(chatModel(streaming([...open, finish])), context)).doStream({
      prompt,
    });
    await stream.cancel();
    const ends = context.events.filter((event) => event.type === 'step-end');
    expect(ends.map((end) => end.error)).toEqual(['The response ended early.', 'The run was stopped.']);
  });

  it('lets an AppError from below through as it is', async () => {
    const denied = new AppError('EGRESS_DENIED', 'This address is not allowed.');
    const doGenerate = () => Promise.reject(new TypeError('fetch failed', { cause: denied }));
    await expect(askModel(chatModel({ doGenerate }), answer, testContext())).rejects.toBe(denied);
  });

  it('never repeats a key that a vendor repeats', async () => {
    const message = 'Bad header: Bearer sk-proj-abcdefghij0123456789 is odd';
    const error = new APICallError({ message, url: 'u', requestBodyValues: {}, statusCode: 400 });
    const context = testContext();
    const doGenerate = () => Promise.reject(error);
    await expect(askModel(chatModel({ doGenerate }), answer, context)).rejects.toMatchObject({
      code: 'PROVIDER_REFUSED',
    });
    expect(JSON.stringify(context.events)).not.toContain('abcdefghij');
  });

  it('does not stream an answer to a caller who does not, nor a model that does not', async () => {
    const doGenerate: LanguageModelV4['doGenerate'] = async () => ({
      content: [{ type: 'text', text: 'Whole' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    });
    const silent = testContext({ isStreaming: true });
    await askModel(chatModel({ doGenerate }, { isStreaming: false }), answer, silent);
    const plain = testContext({ isStreaming: false });
    await askModel(chatModel({ doGenerate }), answer, plain);
    expect(silent.streamedText() + plain.streamedText()).toBe('');
  });
});
