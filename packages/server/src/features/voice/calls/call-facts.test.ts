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
