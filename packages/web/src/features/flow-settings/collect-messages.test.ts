import type { ChatMessage } from '@tendril/contract/api/chat-messages';
import { expect, it } from 'vitest';
import { toExport } from './collect-messages.ts';

const message = (given: Partial<ChatMessage>): ChatMessage => ({
  id: 'm',
  role: 'userMessage',
  chatflowid: 'f',
  content: 'Hello',
  chatType: 'EXTERNAL',
  chatId: 'c1',
  memoryType: null,
  sessionId: 'c1',
  createdDate: '2026-01-31T10:00:00.000Z',
  runId: null,
  status: 'complete',
  isDemo: false,
  error: null,
  ...given,
});

it('exported messages stand in their conversations, with what belongs to them and nothing empty', () => {
  const exported = toExport([
    message({}),
    message({ chatId: 'c2', chatType: 'INTERNAL' }),
    message({
      role: 'apiMessage',
      content: 'Hi.',
      leadEmail: 'a@example.com',
      feedback: { rating: 'THUMBS_UP', content: null },
    }),
  ]);
  expect(exported).toEqual([
    {
      chatId: 'c1',
      sessionId: 'c1',
      source: 'API/Embed',
      memoryType: null,
      leadEmail: 'a@example.com',
      messages: [
        { role: 'userMessage', content: 'Hello', time: '2026-01-31T10:00:00.000Z' },
        {
          role: 'apiMessage',
          content: 'Hi.',
          time: '2026-01-31T10:00:00.000Z',
          feedback: { rating: 'THUMBS_UP', content: null },
        },
      ],
    },
    {
      chatId: 'c2',
      sessionId: 'c1',
      source: 'UI',
      memoryType: null,
      messages: [{ role: 'userMessage', content: 'Hello', time: '2026-01-31T10:00:00.000Z' }],
    },
  ]);
});
