import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { applyCallEvent } from '../../features/voice/apply-call-event.ts';
import { emptyCall } from '../../features/voice/call-view.ts';
import { entryAt } from './call-moments.ts';
import { isAt, spanOfTurn, traceRows } from './trace-rows.ts';

type Bare = { type: string; offsetMs: number } & Record<string, unknown>;

const viewOf = (...events: Bare[]) =>
  events
    .map((event, at) => ({ callId: 'c', seq: at + 1, at: event.offsetMs, ...event }) as LoggedCallEvent)
    .reduce(applyCallEvent, emptyCall);

const view = viewOf(
  { type: 'user-turn', offsetMs: 3000, text: 'A table', agoMs: { from: 2000, to: 700 } },
  { type: 'step-start', offsetMs: 3010, turn: 1, stepId: 's', kind: 'model', name: 'gpt', input: {} },
  { type: 'step-end', offsetMs: 3400, turn: 1, stepId: 's', kind: 'model', name: 'gpt', ms: 390, output: {} },
  { type: 'tool-start', offsetMs: 3400, turn: 1, toolId: 't', name: 'book', arguments: '{}' },
  { type: 'tool-end', offsetMs: 3700, turn: 1, toolId: 't', name: 'book', isOk: true, result: 'ok', ms: 300 },
  { type: 'agent-speech-start', offsetMs: 4000, turn: 1 },
  { type: 'agent-speech-end', offsetMs: 6000, turn: 1 },
  {
    type: 'agent-turn',
    offsetMs: 6000,
    turn: 1,
    text: 'Booked.',
    times: { endpointMs: 500, sttMs: 200, ttsMs: 250 },
  },
  { type: 'operator-act', offsetMs: 7000, act: 'whisper', by: 'Ada', text: 'Be brief' },
);

it('the trace of a turn goes from the recognizer to the voice, and names what operators did', () => {
  expect(traceRows(view).map(({ kind, startMs, endMs }) => [kind, startMs, endMs])).toEqual([
    ['recognizer', 2300, 3000],
    ['step', 3010, 3400],
    ['tool', 3400, 3700],
    ['synthesizer', 3750, 4000],
    ['act', 7000, 7000],
  ]);
});

it('at each moment the playhead finds the spoken line and what was at work', () => {
  const at = (ms: number) => [
    entryAt(view, ms)?.kind,
    traceRows(view)
      .filter((row) => isAt(row, ms))
      .map(({ kind }) => kind),
  ];
  expect(at(500)).toEqual([undefined, []]);
  expect(at(1500)).toEqual(['caller', []]);
  expect(at(3500)).toEqual(['tool', ['tool']]);
  expect(at(5000)).toEqual(['agent', []]);
  expect(at(7500)).toEqual(['note', ['act']]);
});

it('a sign of listening has its place in the trace, and leaves the playhead on the words of the caller', () => {
  const heard = viewOf(
    { type: 'backchannel', offsetMs: 2500, text: 'Mm-hm.' },
    { type: 'user-turn', offsetMs: 3000, text: 'A table', agoMs: { from: 2000, to: 700 } },
  );
  expect(traceRows(heard)).toMatchObject([{ kind: 'act', startMs: 2500, endMs: 2500 }]);
  expect(entryAt(heard, 2600)).toMatchObject({ kind: 'caller', text: 'A table' });
});

it('a turn is as long as its work, however late an operator says something to it', () => {
  const rows = traceRows(view);
  expect(rows.at(-1)).toMatchObject({ kind: 'act', turn: 1 });
  expect(spanOfTurn(1, rows)).toEqual({ fromMs: 2300, toMs: 4000 });
});
