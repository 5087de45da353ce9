import type { CallEvent, LoggedCallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { applyCallEvent } from './apply-call-event.ts';
import { type CallView, emptyCall } from './call-view.ts';

function drawn(...events: [number, CallEvent][]) {
  return events
    .map(
      ([offsetMs, event], index) =>
        ({ callId: 'c', seq: index + 1, at: offsetMs, offsetMs, ...event }) as LoggedCallEvent,
    )
    .reduce(applyCallEvent, emptyCall);
}

it('words so far give way to the words that were understood, in one line', () => {
  const view = drawn(
    [100, { type: 'user-speech-start' }],
    [300, { type: 'transcript-interim', text: 'is there' }],
    [500, { type: 'transcript-interim', text: 'is there a slot' }],
    [800, { type: 'user-speech-end' }],
    [900, { type: 'user-turn', text: 'Is there a slot on Thursday?' }],
  );
  expect(view.entries).toEqual([
    {
      kind: 'caller',
      id: 'c-2',
      offsetMs: 300,
      text: 'Is there a slot on Thursday?',
      isTyped: false,
      isInterim: false,
      seq: expect.any(Number),
    },
  ]);
  expect(view.spans).toEqual([{ lane: 'caller', startMs: 100, endMs: 800 }]);
});

it('a barge-in keeps what was heard and strikes what was not', () => {
  const view = drawn(
    [0, { type: 'agent-delta', turn: 1, text: 'We are open ' }],
    [10, { type: 'agent-delta', turn: 1, text: 'until six.' }],
    [20, { type: 'agent-speech-start', turn: 1 }],
    [900, { type: 'agent-interrupted', turn: 1, stopMs: 120 }],
    [901, { type: 'agent-speech-end', turn: 1 }],
    [902, { type: 'agent-turn', turn: 1, text: 'We are', unsaid: 'open until six.', times: { llmMs: 40 } }],
  );
  expect(view.entries).toMatchObject([
    {
      text: 'We are',
      unsaid: 'open until six.',
      isRunning: false,
      times: { llmMs: 40 },
      interruption: { offsetMs: 900, stopMs: 120 },
    },
  ]);
});

it('a function shows its arguments at once and its result when it comes', () => {
  const start: CallEvent = {
    type: 'tool-start',
    turn: 1,
    toolId: 't',
    name: 'check_slots',
    arguments: '{"day":"x"}',
  };
  expect(drawn([5, start]).entries[0]).not.toHaveProperty('end');
  const view = drawn(
    [5, start],
    [
      317,
      { type: 'tool-end', turn: 1, toolId: 't', name: 'check_slots', isOk: true, result: '2 slots', ms: 312 },
    ],
  );
  expect(view.entries[0]).toMatchObject({ end: { isOk: true, result: '2 slots', ms: 312 } });
  expect(view.spans).toEqual([{ lane: 'tools', startMs: 5, endMs: 317 }]);
});

it('the end of a call closes what is open', () => {
  const view = drawn(
    [0, { type: 'agent-delta', turn: 1, text: 'Bye' }],
    [0, { type: 'agent-speech-start', turn: 1 }],
    [400, { type: 'call-end', reason: 'user_hangup', durationMs: 400 }],
  );
  expect(view.end).toEqual({ reason: 'user_hangup', durationMs: 400, offsetMs: 400 });
  expect(view.spans[0]?.endMs).toBe(400);
  expect(view.entries[0]).toMatchObject({ isRunning: false });
});

it('what fails again and again is one line with a count, until the agent has said something', () => {
  const error: CallEvent = { type: 'call-error', code: 'PROVIDER_UNAVAILABLE', message: 'No voice answers.' };
  const silent = (turn: number): [number, CallEvent][] => [
    [turn, { type: 'agent-delta', turn, text: 'Hello' }],
    [turn, { ...error, turn }],
    [turn, { type: 'agent-turn', turn, text: '', unsaid: 'Hello', times: {} }],
  ];
  const notes = (view: CallView) =>
    view.entries.flatMap((entry) => (entry.kind === 'note' ? [[entry.offsetMs, entry.times ?? 1]] : []));
  const failed = [...silent(1), ...silent(2), ...silent(3)];
  expect(notes(drawn(...failed))).toEqual([[1, 3]]);
  const spoken: [number, CallEvent] = [4, { type: 'agent-turn', turn: 4, text: 'Hello', times: {} }];
  expect(notes(drawn(...failed, spoken, ...silent(5)))).toEqual([
    [1, 3],
    [5, 1],
  ]);
  const other: [number, CallEvent] = [6, { ...error, message: 'No model answers.' }];
  expect(notes(drawn(...failed, other))).toEqual([
    [1, 3],
    [6, 1],
  ]);
});

it('the agent thinks from the beginning of its turn to its first sign', () => {
  const begun: [number, CallEvent] = [0, { type: 'turn-start', turn: 1, cause: 'answer' }];
  expect(drawn(begun).isThinking).toBe(true);
  const signs: CallEvent[] = [
    { type: 'agent-delta', turn: 1, text: 'Yes' },
    { type: 'agent-turn', turn: 1, text: '', times: {} },
    { type: 'tool-start', turn: 1, toolId: 't', name: 'book', arguments: '{}' },
    { type: 'call-error', code: 'INTERNAL', message: 'no' },
    { type: 'call-end', reason: 'user_hangup', durationMs: 1 },
  ];
  for (const sign of signs) expect(drawn(begun, [1, sign]).isThinking).toBe(false);
});

it('what is said after a transfer stands as a line of who said it, and is said to no agent', () => {
  const agoMs = { from: 500, to: 100 };
  const view = drawn(
    [100, { type: 'user-turn', text: 'A person, please.' }],
    [900, { type: 'transfer', number: '+15550100', kind: 'warm', isDone: true }],
    [2000, { type: 'transfer-target-turn', text: 'How can I help?', agoMs }],
    [3000, { type: 'user-turn', text: 'My order is late.', agoMs }],
  );
  expect(view.isTransferred).toBe(true);
  expect(view.entries.map((entry) => [entry.kind, 'isBeyond' in entry])).toEqual([
    ['caller', false],
    ['note', false],
    ['target', false],
    ['caller', true],
  ]);
  expect(view.entries[2]).toMatchObject({ text: 'How can I help?', spoken: { fromMs: 1500, toMs: 1900 } });
  expect(view.spans).toContainEqual({ lane: 'target', startMs: 1500, endMs: 1900 });
});
