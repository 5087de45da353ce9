import type { OutputParser } from '@tendril/contract/provider/output-parser';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const jsonStructure = JSON.stringify([
  { property: 'city', type: 'string', description: 'Where' },
  { property: 'days', type: 'number', description: '' },
]);
const make = () => runNode<OutputParser>('structuredOutputParser', { jsonStructure }, testContext());

it('asks for its fields in words and by schema', async () => {
  const parser = await make();
  expect(parser.schema).toMatchObject({ required: ['city', 'days'], additionalProperties: false });
  expect(parser.instructions).toContain(JSON.stringify(parser.schema));
});

it.each([
  '{"city":"Rome","days":2}',
  '```json\n{"city":"Rome","days":2}\n```',
  'Here: {"city":"Rome","days":2}.',
])('reads %o', async (text) => {
  expect((await make()).parse(text)).toEqual({ city: 'Rome', days: 2 });
});

it.each([
  ['no JSON at all', 'not JSON'],
  ['{"city":"Rome"}', 'days'],
  ['{"city":"Rome","days":"two"}', 'days'],
])('says what is wrong with %o', async (text, words) => {
  const parser = await make();
  expect(() => parser.parse(text)).toThrow(words);
});
