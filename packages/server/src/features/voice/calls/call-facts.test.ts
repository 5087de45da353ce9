import type { CallEvent, LoggedCallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { callFacts } from './call-facts.ts';
import { toTranscript } from './call-transcript.ts';

const logged = (...events: CallEvent[]): LoggedCallEvent[] =>
  events.map((event, index) => ({ callId: 'c', seq: index + 1, at: 0, offsetMs: index * 100, ...event }));

it('the tokens of the agent’s own questions, and where the call went, are what is kept', () => {
  const step = { type: 'step-end', turn: 1, stepId: 's', name: 'm', ms: 1 } as const;
  const target = { type: 'transfer', kind: 'cold' } as const;
  expect(
    callFacts(
      logged(
        { ...step, kind: 'model', usage: { inputTokens: 90, outputTokens: 10 } },
        { ...step, kind: 'retrieval' },
        { ...target, number: '+15550100', isDone: true },
        { ...target, number: '+15550199', isDone: false, reason: 'busy' },
      ),
    ),
  ).toEqual({ modelTokens: [100], transferDestination: '+15550100', transitions: [] });
});

it('keys that were pressed stand in the transcript once', () => {
  const lines = toTranscript(
    logged(
      { type: 'keypad-press', digits: '42', from: 'user' },
      { type: 'user-turn', text: '[DTMF] 42', isTyped: true },
    ),
  );
  expect(lines.map(({ content }) => content)).toEqual(['[DTMF] 42']);
});

it('a conversation after a transfer has an end of its own where it was heard, and none elsewhere', () => {
  const transfer = { type: 'transfer', kind: 'warm', number: '+15550100', isDone: true } as const;
  const end = { type: 'call-end', reason: 'call_transfer', durationMs: 100 } as const;
  const said = { type: 'transfer-target-turn', text: 'Hello.', agoMs: { from: 60, to: 10 } } as const;
  expect(callFacts(logged(transfer, said, end), 5000).transferEndedAt).toBe(5000);
  expect(callFacts(logged(transfer, end), 5000).transferEndedAt).toBeUndefined();
  expect(toTranscript(logged(transfer, said, end))).toEqual([
    { role: 'transfer_target', content: 'Hello.', offsetMs: 100, startMs: 40, endMs: 90 },
  ]);
});
