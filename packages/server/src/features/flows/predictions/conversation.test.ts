import { describe, expect, it } from 'vitest';
import { outsideConversation, ownConversation } from './conversation.ts';

const plan = { fixedSessionId: 'fixed' };

describe('the conversation a call belongs to', () => {
  it.each([
    [
      { overrideConfig: { sessionId: 'o' }, sessionId: 's', chatId: 'c' },
      { sessionId: 'o', chatId: 'c' },
    ],
    [{ overrideConfig: { sessionId: 'o' } }, { sessionId: 'o', chatId: 'o' }],
    [
      { sessionId: 's', chatId: 'c' },
      { sessionId: 's', chatId: 'c' },
    ],
    [{ chatId: 'c' }, { sessionId: 'c', chatId: 'c' }],
  ])('from outside, %j is %j', (asked, expected) => {
    expect(outsideConversation(asked, plan)).toEqual(expected);
  });

  it('falls back to the fixed session of the memory, and then to a new chat', () => {
    expect(outsideConversation({}, plan).sessionId).toBe('fixed');
    const fresh = outsideConversation({}, {});
    expect(fresh.sessionId).toBe(fresh.chatId);
    expect(ownConversation({ chatId: 'c' }, plan)).toEqual({ chatId: 'c', sessionId: 'fixed' });
    expect(ownConversation({ chatId: 'c' }, {})).toEqual({ chatId: 'c', sessionId: 'c' });
  });

  it('is known to be new only when nothing that may have been said before has its name', () => {
    expect(outsideConversation({}, {}).isNew).toBe(true);
    expect(ownConversation({}, {}).isNew).toBe(true);
    for (const asked of [{ chatId: 'c' }, { sessionId: 's' }, { overrideConfig: { sessionId: 'o' } }])
      expect(outsideConversation(asked, {}).isNew, JSON.stringify(asked)).toBeUndefined();
    expect(outsideConversation({}, plan).isNew).toBeUndefined();
    expect(ownConversation({}, plan).isNew).toBeUndefined();
  });
});
