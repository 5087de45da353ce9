import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { toChatStream } from './chat-stream.ts';

const encoder = new TextEncoder();

/** The answer as the network may bring it: cut anywhere, also within a letter. */
function bodyOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = encoder.encode(text);
  const cuts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
  return ReadableStream.from(cuts);
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (value: object, finish_reason: string | null = null) =>
  event({ choices: [{ delta: value, finish_reason }] });

async function read(text: string, size = 1_000): Promise<LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of toChatStream(bodyOf(text, size), (message) => new Error(message)))
    parts.push(part);
  return parts;
}

const textOf = (parts: LanguageModelV4StreamPart[]) =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');

describe('a streamed answer', () => {
  it.each([1, 2, 7, 64, 10_000])('is the same however the network cuts it: %i bytes', async (size) => {
    const text = `: comment\r\n\r\n${delta({ content: 'Grüße, ' })}${delta({ content: '世界 🙂' }, 'stop')}${event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } })}data: [DONE]\n\n`;
    const parts = await read(text.replaceAll('\n\n', '\r\n\r\n'), size);
    expect(textOf(parts)).toBe('Grüße, 世界 🙂');
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      finishReason: { unified: 'stop' },
      usage: { inputTokens: { total: 3 }, outputTokens: { total: 4 } },
    });
  });

  it('keeps thoughts apart from the text', async () => {
    const parts = await read(delta({ reasoning_content: 'Hm.' }) + delta({ content: 'Yes.' }, 'stop'));
    expect(parts.map((part) => part.type)).toEqual([
      'stream-start',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-end',
      'finish',
    ]);
  });

  it('holds several tool calls, also without index or id and with arguments as an object', async () => {
    const parts = await read(
      delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'one', arguments: '{"x"' } }] }) +
        delta({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }) +
        delta({ tool_calls: [{ id: 'b', function: { name: 'two', arguments: { y: 2 } } }] }) +
        delta({ tool_calls: [{ index: 2, function: { name: 'three' } }] }, 'stop'),
    );
    expect(parts.filter((part) => part.type === 'tool-call')).toMatchObject([
      { toolCallId: 'a', toolName: 'one', input: '{"x":1}' },
      { toolCallId: 'b', toolName: 'two', input: '{"y":2}' },
      { toolCallId: expect.stringMatching(/.{8,}/), toolName: 'three', input: '{}' },
    ]);
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls', raw: 'stop' } });
  });

  it('says when it was cut off, and when the model refused', async () => {
    expect((await read(delta({ content: 'Half' }))).at(-1)).toMatchObject({
      finishReason: { unified: 'interrupted' },
    });
    const refused = await read(delta({ refusal: 'I cannot.' }) + delta({}, 'stop'));
    expect(textOf(refused)).toBe('I cannot.');
    expect(refused.at(-1)).toMatchObject({ finishReason: { unified: 'content-filter' } });
  });

  it('fails with an error event, and lets the network go', async () => {
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(event({ error: { message: 'overloaded' } }))),
      cancel: () => cancelled.resolve(),
    });
    const stream = toChatStream(body, (message) => new Error(message));
    const all = async () => {
      for await (const _ of stream);
    };
    await expect(all()).rejects.toThrow('overloaded');
    await cancelled.promise;
  });
});
