import type { OutputParser } from '@tendril/contract/provider/output-parser';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const make = (autofixParser = false) =>
  runNode<OutputParser>('csvOutputParser', { autofixParser }, testContext());

it.each([
  ['red, green,blue', ['red', 'green', 'blue']],
  ['"a, b", "say ""hi""", c', ['a, b', 'say "hi"', 'c']],
  ['one\ntwo', ['one', 'two']],
  ['a,,b,', ['a', 'b']],
])('reads %o as a list', async (text, values) => {
  expect((await make()).parse(text)).toEqual(values);
});

it('gives an answer without values back to the model once when Autofix is on', async () => {
  const prompt = { nodeId: 'p', messages: [{ role: 'user', template: '{q}' }], values: {} };
  const model = scriptedModel(' ', 'red, green');
  const given = { model, prompt, outputParser: await make(true) };
  expect(await askChain('llmChain', given, testContext({ question: 'Colours?' }))).toEqual({
    json: ['red', 'green'],
  });
  expect(model.promptOf(1)[0]).toContain('The answer contains no values.');
});

it('fails at once when Autofix is off', async () => {
  const prompt = { nodeId: 'p', messages: [{ role: 'user', template: '{q}' }], values: {} };
  const model = scriptedModel(' ', 'red');
  const given = { model, prompt, outputParser: await make() };
  await expect(askChain('llmChain', given, testContext({ question: 'x' }))).rejects.toMatchObject({
    code: 'NODE_FAILED',
  });
  expect(model.calls).toHaveLength(1);
});
