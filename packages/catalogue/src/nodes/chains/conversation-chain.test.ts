import type { ChatMemory } from '@tendril/contract/provider/memory';
import type { PromptTemplate } from '@tendril/contract/provider/prompt';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const storedHistory = [
  { role: 'user' as const, content: 'I am Ada.' },
  { role: 'assistant' as const, content: 'Hello Ada.' },
];

async function ask(given: Record<string, unknown>) {
  const model = scriptedModel('Ada.');
  const context = testContext({ question: 'Who am I?', storedHistory });
  const memory = await runNode<ChatMemory>('bufferMemory', {}, context);
  const answer = await askChain('conversationChain', { model, memory, ...given }, context);
  return { answer, prompt: model.promptOf(0) };
}

describe('conversationChain', () => {
  it('asks with the system message, what was said before, and the question', async () => {
    const { answer, prompt } = await ask({ systemMessagePrompt: 'Be brief. {unknown} {"keep": 1}' });
    expect(prompt).toEqual([
      'system: Be brief. {unknown} {"keep": 1}',
      'user: I am Ada.',
      'assistant: Hello Ada.',
      'user: Who am I?',
    ]);
    expect(answer).toEqual({ text: 'Ada.' });
  });

  it('takes a chat prompt template instead, the history between its system and its human message', async () => {
    const chatPromptTemplate: PromptTemplate = {
      nodeId: 'prompt_0',
      messages: [
        { role: 'system', template: 'Speak {language}.' },
        { role: 'user', template: 'Q: {input}' },
      ],
      values: { language: 'French' },
    };
    const { prompt } = await ask({ chatPromptTemplate });
    expect(prompt).toEqual([
      'system: Speak French.',
      'user: I am Ada.',
      'assistant: Hello Ada.',
      'user: Q: Who am I?',
    ]);
  });

  it('puts the history where the prompt names it, and then not a second time', async () => {
    const chatPromptTemplate: PromptTemplate = {
      nodeId: 'prompt_0',
      messages: [{ role: 'user', template: '{chat_history}\nNow: {input}' }],
      values: {},
    };
    const { prompt } = await ask({ chatPromptTemplate });
    expect(prompt).toEqual(['user: user: I am Ada.\nassistant: Hello Ada.\nNow: Who am I?']);
  });
});
