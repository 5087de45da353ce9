import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { toChatRequest } from './chat-request.ts';

const request = (options: LanguageModelV4CallOptions, hasStrictTools = false) =>
  JSON.parse(toChatRequest('gpt-4o', options, hasStrictTools, false)) as Record<string, unknown>;

const call = { toolCallId: 'call_1', toolName: 'add' };

describe('a chat request', () => {
  it('holds a conversation with tools and images', () => {
    const { messages } = request({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2, 3]) } },
            {
              type: 'file',
              mediaType: 'image/png',
              data: { type: 'url', url: new URL('https://images.test/a.png') },
            },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { a: 1 } }] },
        {
          role: 'tool',
          content: [{ type: 'tool-result', ...call, output: { type: 'json', value: { sum: 2 } } }],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'Two.' }] },
      ],
    });
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
          { type: 'image_url', image_url: { url: 'https://images.test/a.png' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"sum":2}' },
      { role: 'assistant', content: 'Two.' },
    ]);
  });

  it('says which tool has to be called, and sends nothing that was not asked', () => {
    const prompt: LanguageModelV4CallOptions['prompt'] = [
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    ];
    const tools: LanguageModelV4CallOptions['tools'] = [
      { type: 'function', name: 'add', inputSchema: { type: 'object' } },
    ];
    const named = request({ prompt, tools, toolChoice: { type: 'tool', toolName: 'add' } }, true);
    expect(named).toMatchObject({
      tools: [{ type: 'function', function: { name: 'add', strict: true } }],
      tool_choice: { type: 'function', function: { name: 'add' } },
    });
    expect(request({ prompt })).toEqual({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] });
    expect(request({ prompt, responseFormat: { type: 'json' } }).response_format).toEqual({
      type: 'json_object',
    });
  });
});
