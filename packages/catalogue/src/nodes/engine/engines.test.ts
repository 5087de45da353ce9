import type { Answer, Chain } from '@tendril/contract/provider/answer';
import type { AnswerWriter } from '@tendril/contract/provider/answer-writer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { ChatMemory } from '@tendril/contract/provider/memory';
import type { IndexRetriever } from '@tendril/contract/provider/retrieval';
import type { Tool } from '@tendril/contract/provider/tool';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { type ScriptedModel, scriptedModel } from '../../testing/scripted-model.ts';

const passage = (pageContent: string): SourceDocument => ({ pageContent, metadata: { source: 'a.txt' } });
const index = (model: ScriptedModel, ...found: string[]): IndexRetriever => ({
  nodeId: 'store_0',
  model,
  retrieve: async () => found.map(passage),
});
const memory: ChatMemory = {
  nodeId: 'memory_0',
  memoryKey: 'chat_history',
  load: async () => [
    { role: 'user', content: 'I am Ada.' },
    { role: 'assistant', content: 'Hello Ada.' },
  ],
};
const asking = (question: string) => testContext({ question, isStreaming: true });

describe('queryEngine', () => {
  it('answers from what its index finds with the model of the index, and shows the sources', async () => {
    const model = scriptedModel('At nine.');
    const context = asking('When?');
    const given = { vectorStoreRetriever: index(model, 'Open at nine.'), returnSourceDocuments: true };
    const answer = await askChain('queryEngine', given, context);
    expect(answer).toMatchObject({ text: 'At nine.', sourceDocuments: [{ pageContent: 'Open at nine.' }] });
    expect(model.promptOf(0).join('')).toMatch(/Open at nine\.[\s\S]*Question: When\?/);
    expect(context.streamedText()).toBe('At nine.');
  });

  it('is a tool that an agent may ask, whose words are not those of the answer', async () => {
    const model = scriptedModel('At nine.');
    const context = asking('When?');
    const baseQueryEngine = await runNode<Chain>(
      'queryEngine',
      { vectorStoreRetriever: index(model, 'x') },
      context,
    );
    const given = { baseQueryEngine, toolName: 'opening hours', toolDesc: 'Knows when we are open.' };
    const tool = await runNode<Tool>('queryEngineToolLlamaIndex', given, context);
    expect(tool).toMatchObject({ name: 'opening_hours', description: 'Knows when we are open.' });
    expect(await tool.execute({ input: 'When?' }, context)).toEqual({ text: 'At nine.' });
    expect(context.streamedText()).toBe('');
  });
});

describe('the ways to write an answer', () => {
  const write = async (
    name: string,
    given: Record<string, unknown>,
    model: ScriptedModel,
    found: string[],
  ) => {
    const context = asking('When?');
    const writer = await runNode<AnswerWriter>(name, given, context);
    const request = { question: 'When?', documents: found.map(passage), model, isAnswer: true };
    const answer: Answer = await writer.write(request, context);
    expect(context.streamedText()).toBe(answer.text);
    return answer.text;
  };
  const long = 'x'.repeat(20_000);

  it('refineLlamaIndex improves the answer passage by passage, by its own prompts', async () => {
    const model = scriptedModel('one', 'two');
    const given = { textQAPrompt: 'Q {query} C {context}', refinePrompt: 'R {existingAnswer} C {context}' };
    expect(await write('refineLlamaIndex', given, model, ['first', 'second'])).toBe('two');
    expect(model.promptOf(0).join('')).toMatch(/Q When\? C [\s\S]*first/);
    expect(model.promptOf(1).join('')).toMatch(/R one C [\s\S]*second/);
  });

  it.each(['compactrefineLlamaIndex', 'simpleResponseBuilderLlamaIndex'])(
    '%s reads as many passages at once as fit',
    async (name) => {
      const model = scriptedModel('one', 'two');
      expect(await write(name, {}, model, ['first', 'second'])).toBe('one');
      expect(model.calls).toHaveLength(1);
      expect(await write(name, {}, scriptedModel('one', 'two'), [long, long])).toBe('two');
      expect(await write(name, {}, scriptedModel('I do not know.'), [])).toBe('I do not know.');
    },
  );

  it('treeSummarizeLlamaIndex answers from the answers to parts', async () => {
    const model = scriptedModel('left', 'right', 'both');
    expect(await write('treeSummarizeLlamaIndex', {}, model, [long, long])).toBe('both');
    expect(model.promptOf(2).join('')).toMatch(/left[\s\S]*right/);
  });
});

describe('subQuestionQueryEngine', () => {
  const tool = (name: string, asked: string[]): Tool => ({
    nodeId: name,
    name,
    description: `About ${name}.`,
    inputSchema: {},
    execute: async (input) => {
      asked.push(`${name}: ${JSON.stringify(input)}`);
      return { text: `${name} says so` };
    },
  });

  it('asks the engines their parts and answers from what they say', async () => {
    const asked: string[] = [];
    const parts = [
      { question: 'Who?', tool: 'people' },
      { question: 'What?', tool: 'nobody' },
      { question: 'Where?', tool: 'places' },
    ];
    const model = scriptedModel(JSON.stringify({ questions: parts }), 'Ada, in London.');
    const given = {
      queryEngineTools: [tool('people', asked), tool('places', asked)],
      model,
      returnSourceDocuments: true,
    };
    const answer = await askChain('subQuestionQueryEngine', given, asking('Who lives where?'));
    expect(asked).toEqual(['people: {"input":"Who?"}', 'places: {"input":"Where?"}']);
    expect(answer.text).toBe('Ada, in London.');
    expect(answer.sourceDocuments?.map(({ metadata }) => metadata['source'])).toEqual(['people', 'places']);
    expect(model.promptOf(1).join('')).toContain('people says so');
  });

  it('asks the question itself where the model splits nothing', async () => {
    const asked: string[] = [];
    const given = { queryEngineTools: [tool('people', asked)], model: scriptedModel('no idea', 'Ada.') };
    expect(await askChain('subQuestionQueryEngine', given, asking('Who?'))).toMatchObject({ text: 'Ada.' });
    expect(asked).toEqual(['people: {"input":"Who?"}']);
  });
});

describe('chat engines', () => {
  it('remember the conversation, and the one with an index reads its passages too', async () => {
    const model = scriptedModel('Ada.');
    const given = { model, memory, systemMessagePrompt: 'Be short.' };
    expect(await askChain('simpleChatEngine', given, asking('Who am I?'))).toEqual({ text: 'Ada.' });
    expect(model.promptOf(0)).toEqual([
      'system: Be short.',
      'user: I am Ada.',
      'assistant: Hello Ada.',
      'user: Who am I?',
    ]);
    const knowing = scriptedModel('At nine.');
    const more = {
      ...given,
      model: knowing,
      vectorStoreRetriever: index(knowing, 'Open at nine.'),
      returnSourceDocuments: true,
    };
    const answer = await askChain('contextChatEngine', more, asking('When?'));
    expect(answer.sourceDocuments).toHaveLength(1);
    expect(knowing.promptOf(0)[1]).toContain('Open at nine.');
    expect(knowing.promptOf(0).at(-1)).toBe('user: When?');
  });

  it.each(['openAIToolAgentLlamaIndex', 'anthropicAgentLlamaIndex'])('%s calls its tools', async (name) => {
    const model = scriptedModel({ toolCalls: [{ tool: 'clock', input: { input: 'now' } }] }, 'It is nine.');
    const clock: Tool = {
      nodeId: 'clock_0',
      name: 'clock',
      description: 'Tells the time.',
      inputSchema: { type: 'object', properties: { input: { type: 'string' } } },
      execute: async () => ({ text: 'nine' }),
    };
    const answer = await askChain(name, { model, memory, tools: [clock] }, asking('What time is it?'));
    expect(answer).toMatchObject({ text: 'It is nine.' });
    expect(model.promptOf(1).join('')).toContain('nine');
  });
});
