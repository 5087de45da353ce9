import { beforeEach, describe, expect, it } from 'vitest';
import { type ChatEntry, newAnswer } from './chat-entry.ts';
import { createChatMemory } from './chat-memory.ts';

beforeEach(() => localStorage.clear());

const memory = () => createChatMemory('flow', localStorage);
const record = () => JSON.parse(localStorage.getItem('flow_EXTERNAL') ?? 'null');
const entries: ChatEntry[] = [
  { kind: 'question', id: 'q', text: 'Hello', files: [] },
  { ...newAnswer('a'), status: 'done', text: 'Hi' },
];

describe('what a browser remembers of a chat', () => {
  it('SP-96: merges the chat id and the lead into one record, and keeps the lead alone when the chat is cleared', () => {
    memory().keepChat('c1');
    memory().keepLead({ name: 'Ann' });
    expect(record()).toEqual({ chatId: 'c1', lead: { name: 'Ann' } });
    memory().forgetChat();
    expect(record()).toEqual({ lead: { name: 'Ann' } });
    localStorage.clear();
    memory().keepChat('c1');
    memory().forgetChat();
    expect(localStorage.length).toBe(0);
  });

  it('takes a plain text for the chat id, and keeps what other chats have put there', () => {
    localStorage.setItem('flow_EXTERNAL', 'abc');
    expect(memory().read().chatId).toBe('abc');
    localStorage.setItem('flow_EXTERNAL', JSON.stringify({ chatId: 'c1', chatHistory: [1] }));
    memory().keepLead({ name: 'Ann' });
    expect(record()).toEqual({ chatId: 'c1', chatHistory: [1], lead: { name: 'Ann' } });
  });

  it('gives the messages back, with what was cut off marked as stopped', () => {
    memory().keepChat('c1');
    memory().keepEntries('c1', [...entries, newAnswer('b')]);
    expect(memory().read().entries).toEqual([...entries, { ...newAnswer('b'), status: 'stopped' }]);
  });

  it('shows no messages of another chat', () => {
    memory().keepChat('c1');
    memory().keepEntries('c1', entries);
    memory().keepChat('c2');
    expect(memory().read().entries).toEqual([]);
  });

  it('keeps a hundred messages at most', () => {
    memory().keepChat('c1');
    memory().keepEntries(
      'c1',
      Array.from({ length: 150 }, (_, at) => newAnswer(String(at))),
    );
    expect(memory().read().entries).toHaveLength(100);
  });

  it('works without storage when the browser provides none or a full one', () => {
    const full = {
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    } as unknown as Storage;
    for (const storage of [undefined, full]) {
      const blocked = createChatMemory('flow', storage);
      blocked.keepChat('c1');
      blocked.keepLead({ name: 'Ann' });
      blocked.keepEntries('c1', entries);
      blocked.forgetChat();
      expect(blocked.read()).toEqual({ chatId: undefined, lead: undefined, entries: [] });
    }
  });

  it.each(['{', '[]', '7', 'null', '{"chatId":7,"lead":"x"}'])('is not upset by a stored %s', (stored) => {
    localStorage.setItem('flow_EXTERNAL', stored);
    localStorage.setItem('flow_EXTERNAL_WIDGET', stored);
    expect(memory().read().entries).toEqual([]);
    memory().keepChat('c1');
    expect(memory().read().chatId).toBe('c1');
  });
});
