import type { SimulationCheck } from '@tendril/contract/api/simulations';
import type { CallEvent, LoggedCallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { factsOf, judgeCheck } from './judge-checks.ts';

const events: CallEvent[] = [
  { type: 'agent-turn', turn: 1, text: 'Hello, this is Ada.', times: {} },
  {
    type: 'tool-start',
    turn: 2,
    toolId: 't',
    name: 'check_slots',
    arguments: '{"day":"2026-12-01","seats":2}',
  },
  { type: 'agent-turn', turn: 2, text: 'I have  9:30 free.', times: {} },
  { type: 'call-end', reason: 'agent_hangup', durationMs: 10 },
];
const facts = factsOf(
  events.map(
    (event, index) =>
      ({ callId: 'c', seq: index + 1, at: index, offsetMs: index, ...event }) as LoggedCallEvent,
  ),
);

it.each<[SimulationCheck, boolean]>([
  [{ type: 'says', text: 'THIS IS ADA' }, true],
  [{ type: 'says', text: 'have 9:30' }, true],
  [{ type: 'says', text: 'goodbye' }, false],
  [{ type: 'never-says', text: 'price' }, true],
  [{ type: 'never-says', text: 'ada' }, false],
  [{ type: 'calls', name: 'check_slots', arguments: {} }, true],
  [{ type: 'calls', name: 'check_slots', arguments: { seats: 2 } }, true],
  [{ type: 'calls', name: 'check_slots', arguments: { seats: 3 } }, false],
  [{ type: 'calls', name: 'book', arguments: {} }, false],
  [{ type: 'never-calls', name: 'book' }, true],
  [{ type: 'never-calls', name: 'check_slots' }, false],
  [{ type: 'ends-with', reason: 'agent_hangup' }, true],
  [{ type: 'ends-with', reason: 'user_hangup' }, false],
  [{ type: 'max-turns', turns: 2 }, true],
  [{ type: 'max-turns', turns: 1 }, false],
])('%j is judged %s', (check, isOk) => {
  expect(judgeCheck(check, facts)).toMatchObject({ isOk });
});

it('a sentence is left to a model, and a pattern to the sandbox', () => {
  expect(judgeCheck({ type: 'matches', pattern: 'Ada' }, facts)).toBeUndefined();
  expect(judgeCheck({ type: 'judge', text: 'It was friendly.' }, facts)).toBeUndefined();
});
