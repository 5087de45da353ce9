import { expect, it } from 'vitest';
import type { CallEvent, LoggedCallEvent } from '../call-event.ts';
import { withoutConversation } from './without-conversation.ts';

const logged = (...events: CallEvent[]): LoggedCallEvent[] =>
  events.map((event, index) => ({ callId: 'c', seq: index + 1, at: 0, offsetMs: index * 100, ...event }));

it('what was said after a transfer was said to no agent; one that failed changes nothing', () => {
  const transfer = { type: 'transfer', kind: 'warm', number: '+15550100' } as const;
  const said = (isDone: boolean) =>
    withoutConversation(
      logged(
        { type: 'user-turn', text: 'A person, please.' },
        { ...transfer, isDone },
        { type: 'agent-turn', turn: 1, text: '', times: {} },
        { type: 'transfer-target-turn', text: 'Hello.' },
        { type: 'user-turn', text: 'My order is late.' },
      ),
    ).map(({ type }) => type);
  expect(said(true)).toEqual(['user-turn', 'transfer', 'agent-turn']);
  expect(said(false).length).toBe(5);
});
