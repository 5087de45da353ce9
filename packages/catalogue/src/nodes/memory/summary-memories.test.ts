import type { ChatMemory, ChatTurn } from '@tendril/contract/provider/memory';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const storedHistory: ChatTurn[] = [
  { role: 'user', content: 'I am Ada and I like tea.' },
  { role: 'assistant', content: 'Hello Ada.' },
];
const more: ChatTurn[] = [
  { role: 'user', content: 'And scones.' },
  { role: 'assistant', content: 'Noted.' },
];
const inSession = (sessionId: string, history = storedHistory) => {
  const context = testContext({ storedHistory: history, question: 'What do I like?' });
  return { ...context, session: { ...context.session, sessionId } };
};

it('gives a chain the summary instead of the messages', async () => {
  const summariser = scriptedModel('Ada likes tea.');
  const memory = await runNode<ChatMemory>(
    'conversationSummaryMemory',
    { model: summariser },
    inSession('a'),
  );
  const model = scriptedModel('Tea.');
  await askChain('conversationChain', { model, memory, systemMessagePrompt: 'Be kind.' }, inSession('a'));
  expect(summariser.promptOf(0)[0]).toContain('user: I am Ada and I like tea.\nassistant: Hello Ada.');
  expect(model.promptOf(0)).toEqual([
    'system: Be kind.',
    'system: Summary of the conversation so far: Ada likes tea.',
    'user: What do I like?',
  ]);
});

it('summarises only what was said since the last time', async () => {
  const model = scriptedModel('Ada likes tea.', 'Ada likes tea and scones.');
  const memory = await runNode<ChatMemory>('conversationSummaryMemory', { model }, inSession('b'));
  await memory.load(inSession('b'));
  const again = await memory.load(inSession('b'));
  expect(model.calls).toHaveLength(1);
  expect(again[0]?.content).toContain('Ada likes tea.');
  const later = await memory.load(inSession('b', [...storedHistory, ...more]));
  expect(later[0]?.content).toContain('tea and scones');
  expect(model.promptOf(1)[0]).toContain('<summary>\nAda likes tea.\n</summary>');
  expect(model.promptOf(1)[0]).not.toContain('I am Ada');
});

it('starts over where the conversation is another one, and asks nothing where there is none', async () => {
  const model = scriptedModel('One.', 'Two.');
  const memory = await runNode<ChatMemory>('conversationSummaryMemory', { model }, inSession('c'));
  await memory.load(inSession('c'));
  await memory.load(inSession('c', more));
  expect(model.promptOf(1)[0]).not.toContain('<summary>');
  expect(await memory.load(inSession('d', []))).toEqual([]);
  expect(model.calls).toHaveLength(2);
});

it.each([
  [2000, ['user', 'assistant', 'user', 'assistant'], 0],
  [5, ['system', 'user', 'assistant'], 1],
])('keeps the latest messages within %d tokens as they are', async (maxTokenLimit, roles, calls) => {
  const model = scriptedModel('Ada likes tea.');
  const context = inSession(`buffer ${maxTokenLimit}`, [...storedHistory, ...more]);
  const given = { model, maxTokenLimit };
  const memory = await runNode<ChatMemory>('conversationSummaryBufferMemory', given, context);
  const turns = await memory.load(context);
  expect(turns.map(({ role }) => role)).toEqual(roles);
  expect(turns.at(-1)?.content).toBe('Noted.');
  expect(model.calls).toHaveLength(calls);
});
