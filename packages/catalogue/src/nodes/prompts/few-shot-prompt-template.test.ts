import type { PromptTemplate } from '@tendril/contract/provider/prompt';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const examples = '[{"word":"happy","antonym":"sad"},{"word":"{x}","antonym":"y"}]';

async function promptOf(format: string, given: Record<string, unknown>): Promise<string | undefined> {
  const template = format === 'jinja-2' ? 'Word: {{ word }} -> {{antonym}}' : 'Word: {word} -> {antonym}';
  const examplePrompt = await runNode<PromptTemplate>('promptTemplate', { template }, testContext());
  const inputs = { examples, examplePrompt, exampleSeparator: '\\n\\n', templateFormat: format, ...given };
  const prompt = await runNode<PromptTemplate>('fewShotPromptTemplate', inputs, testContext());
  const model = scriptedModel('thin');
  await askChain('llmChain', { model, prompt }, testContext({ question: 'big' }));
  return model.promptOf(0)[0];
}

it.each([
  ['f-string', { prefix: 'Opposites.', suffix: 'Word: {input} ->' }],
  ['jinja-2', { prefix: 'Opposites.', suffix: 'Word: {{ input }} ->' }],
])('shows the examples before the question, with places as in %s', async (format, given) => {
  expect(await promptOf(format, given)).toBe(
    'user: Opposites.\n\nWord: happy -> sad\n\nWord: {x} -> y\n\nWord: big ->',
  );
});

it('says what examples have to be', async () => {
  const given = { examples: 'happy, sad', prefix: 'a', suffix: 'b' };
  await expect(promptOf('f-string', given)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
