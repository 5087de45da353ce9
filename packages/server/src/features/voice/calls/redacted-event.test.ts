import type { CallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { toRedactedEvent } from './redacted-event.ts';

const words = [{ text: 'zanzibar', agoMs: { from: 400, to: 100 } }];

it('the words of a turn are not kept beside its text', () => {
  const events: CallEvent[] = [
    { type: 'user-turn', text: 'zanzibar', agoMs: { from: 400, to: 100 }, words },
    { type: 'transfer-target-turn', text: 'zanzibar', agoMs: { from: 400, to: 100 }, words },
    { type: 'agent-turn', turn: 1, text: 'zanzibar', times: { llmMs: 3 }, words },
  ];
  expect(events.map(toRedactedEvent)).toEqual([
    { type: 'user-turn', text: '', agoMs: { from: 400, to: 100 } },
    { type: 'transfer-target-turn', text: '', agoMs: { from: 400, to: 100 } },
    { type: 'agent-turn', turn: 1, text: '', times: { llmMs: 3 } },
  ]);
});
