import type { SimulationFields } from '@tendril/contract/api/simulations';
import { expect, it } from 'vitest';
import { type CaseDraft, draftOf, readCase } from './case-draft.ts';

const whole: SimulationFields = {
  name: 'Books a table',
  caller: { type: 'script', lines: ['Hello', 'A table for two, please.'] },
  variables: { city: 'Turin', 'shop.name': 'Bar = Caffè' },
  toolMocks: [
    { name: 'find_slots', result: '{"free": []}' },
    { name: 'book', match: { seats: 2 }, result: 'booked' },
  ],
  checks: [{ type: 'says', text: 'booked' }],
  maxTurns: 7,
  sound: null,
};

it.each<SimulationFields>([
  whole,
  { ...whole, sound: { line: 'phone', noise: null, interruptions: [] } },
  { ...whole, caller: { type: 'persona', prompt: 'Ada,\nin a hurry' }, variables: {}, toolMocks: [] },
])('a case comes back from its form as it was', (fields) => {
  expect(readCase(draftOf(fields))).toEqual(fields);
});

it.each<[string, Partial<CaseDraft>, number]>([
  ['needName', { name: '  ' }, 0],
  ['needLine', { lines: ' \n ' }, 0],
  ['needPersona', { kind: 'persona', persona: ' ' }, 0],
  ['needCheck', { checks: [{ kind: 'says', value: '' }] }, 1],
  ['needVariable', { variables: 'city = Turin\njust words' }, 2],
  ['needMock', { mocks: [{ name: '', result: 'x', match: undefined }] }, 1],
  [
    'needInterruption',
    {
      sound: {
        ...draftOf(whole).sound,
        isSpoken: true,
        interruptions: [{ answer: '2', afterSeconds: '1', words: '' }],
      },
    },
    1,
  ],
  ['needTurns', { maxTurns: '0' }, 0],
  ['needTurns', { maxTurns: 'many' }, 0],
])('says %s for %j', (key, changes, at) => {
  expect(readCase({ ...draftOf(whole), ...changes })).toMatchObject({ key, at });
});
