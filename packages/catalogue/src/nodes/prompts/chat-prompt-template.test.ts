import type { PromptTemplate } from '@tendril/contract/provider/prompt';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

it('outputs a system and a human message with their values', async () => {
  const given = {
    systemMessagePrompt: 'To {language}.',
    humanMessagePrompt: '{text}',
    promptValues: { language: 'Thai' },
  };
  const prompt = await runNode<PromptTemplate>('chatPromptTemplate', given, testContext());
  expect(prompt.messages).toEqual([
    { role: 'system', template: 'To {language}.' },
    { role: 'user', template: '{text}' },
  ]);
  expect(prompt.values).toEqual({ language: 'Thai' });
});
