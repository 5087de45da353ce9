import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { compareTurns } from './compare-turns.ts';
import { recordedAnswers } from './recorded-answers.ts';
import { replayedTurns } from './replayed-turns.ts';

type Bare = Record<string, unknown> & { type: string };

/** Events with their numbers, one every 100 ms. */
const logged = (...events: Bare[]) =>
  events.map((event, at) => ({
    callId: 'c',
    seq: at + 1,
    at,
    offsetMs: at * 100,
    ...event,
  })) as LoggedCallEvent[];
const asks = (text: string) => ({ type: 'user-turn', text });
const says = (text: string, llmMs = 100) => ({ type: 'agent-turn', turn: 1, text, times: { llmMs } });
const calls = (name: string, given: object, result = 'done') => [
  { type: 'tool-start', turn: 1, toolId: 't', name, arguments: JSON.stringify(given) },
  { type: 'tool-end', turn: 1, toolId: 't', name, isOk: true, result, ms: 5 },
];
const turnsOf = (events: LoggedCallEvent[]) =>
  replayedTurns(events, { measure: 'llmMs', pathOf: (runId) => [`node of ${runId}`] });
const compare = (before: Bare[], after: Bare[]) =>
  compareTurns(turnsOf(logged(...before)), turnsOf(logged(...after)));

it('turns of both calls stand beside each other, with their words, functions, values, path and times', () => {
  const before = [says('Hello.'), asks('A table'), ...calls('book', { day: 1 }), says('Booked.', 420)];
  const after = [
    says('Hello!'),
    asks('a table,'),
    { type: 'flow-run', turn: 2, flowId: 'f', runId: 'r' },
    ...calls('book', { day: 2 }),
    { type: 'variables-set', values: { day: '2' } },
    says('It is booked.', 300),
  ];
  const [greeting, answer] = compare(before, after);
  expect(greeting).toMatchObject({ caller: '', differs: [], likeness: 1 });
  expect(answer).toMatchObject({
    caller: 'A table',
    differs: ['words', 'tools', 'variables', 'path'],
    before: { text: 'Booked.', answerMs: 420, tools: [{ name: 'book', result: 'done' }] },
    after: { variables: { day: '2' }, path: ['node of r'], answerMs: 300 },
  });
  expect(answer?.likeness).toBeGreaterThan(0.4);
});

it('arguments in another order are the same, and words in other letters too', () => {
  const turns = compare(
    [asks('x'), ...calls('book', { day: 1, seats: 2 }), says('Booked, sir.')],
    [asks('x'), ...calls('book', { seats: 2, day: 1 }), says('booked sir')],
  );
  expect(turns).toMatchObject([{ differs: [] }]);
});

it('a turn that one of the calls never came to is missing, and a new greeting moves nothing', () => {
  const turns = compare(
    [asks('one'), says('1'), asks('two'), says('2')],
    [says('Hello'), asks('one'), says('1')],
  );
  expect(turns.map(({ caller, differs }) => [caller, differs])).toEqual([
    ['', ['missing']],
    ['one', []],
    ['two', ['missing']],
  ]);
});

it('functions answer as they were recorded, once each in their order, and what was not recorded is not called', () => {
  const events = logged(
    ...calls('find', { id: 1 }, 'first'),
    ...calls('find', { id: 1 }, 'second'),
    ...calls('gone', {}, 'x'),
  );
  const functions = ['find', 'charge'].map((name) => ({ type: 'custom', name }));
  const mocks = recordedAnswers(events, {
    llm: { functions: [...functions, { type: 'end_call', name: 'bye' }] },
  } as never);
  expect(mocks.map(({ name, result, isOnce = false }) => [name, result, isOnce])).toEqual([
    ['find', 'first', true],
    ['find', 'second', true],
    ['find', 'first', false],
    ['find', 'second', false],
    ['find', expect.stringContaining('not called'), false],
    ['charge', expect.stringContaining('not called'), false],
  ]);
  expect(mocks.at(-1)).toMatchObject({ isOk: false });
});
