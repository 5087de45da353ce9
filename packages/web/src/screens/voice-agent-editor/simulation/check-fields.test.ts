import type { SimulationCheck } from '@tendril/contract/api/simulations';
import { expect, it } from 'vitest';
import { toCheck, toDraft } from './check-fields.ts';

it.each<SimulationCheck>([
  { type: 'says', text: 'hello' },
  { type: 'never-says', text: 'price' },
  { type: 'matches', pattern: '\\d+' },
  { type: 'calls', name: 'book', arguments: {} },
  { type: 'calls', name: 'book', arguments: { day: 'Monday', seats: 2 } },
  { type: 'never-calls', name: 'book' },
  { type: 'ends-with', reason: 'agent_hangup' },
  { type: 'max-turns', turns: 3 },
  { type: 'extracts', field: 'party size', value: 'a = b' },
  { type: 'judge', text: 'It was polite.' },
  { type: 'answers-within', ms: 1100 },
  { type: 'stops-within', ms: 500 },
  { type: 'talks-over-at-most', ms: 0 },
])('%j comes back from its form as it was', (check) => {
  expect(toCheck(toDraft(check))).toEqual(check);
});

it.each([
  ['says', '  '],
  ['matches', '(book'],
  ['ends-with', 'boredom'],
  ['max-turns', 'many'],
  ['max-turns', '0'],
  ['calls', 'book {"day":'],
  ['answers-within', '0'],
  ['stops-within', '1.5'],
  ['talks-over-at-most', '70000'],
  ['extracts', 'party_size'],
  ['extracts', 'party_size = '],
  ['extracts', '= 4'],
] as const)('a check of kind %s with %j is not ready', (kind, value) => {
  expect(toCheck({ kind, value })).toBeUndefined();
});
