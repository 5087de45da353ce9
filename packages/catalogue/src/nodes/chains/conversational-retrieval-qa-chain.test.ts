import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { ChatMemory } from '@tendril/contract/provider/memory';
import type { Retriever } from '@tendril/contract/provider/retrieval';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const documents = [
  { pageContent: 'Shipping is 4.90 €.', metadata: { source: 'faq.txt' } },
  { pageContent: 'Braces {stay} here.', metadata: {} },
];

function retrieverOf(asked: string[]): Retriever {
  return {
    nodeId: 'store_0',
    retrieve: async (question) => {
      asked.push(question);
      return documents;
    },
  };
}

const name = 'conversationalRetrievalQAChain';

describe('conversationalRetrievalQAChain', () => {
  it('asks with numbered passages and answers with the documents if configured', async () => {
    const asked: string[] = [];
    const model = scriptedModel('4.90 € [1]');
    const context = testContext({ question: 'What is shipping?', isStreaming: true });
    const given = { model, vectorStoreRetriever: retrieverOf(asked), returnSourceDocuments: true };
    const answer = await askChain(name, given, context);
    expect(asked).toEqual(['What is shipping?']);
    expect(model.calls).toHaveLength(1);
    const [system, question] = model.promptOf(0);
    expect(system).toContain('<passage number="1" source="faq.txt">\nShipping is 4.90 €.\n</passage>');
    expect(system).toContain('<passage number="2">\nBraces {stay} here.\n</passage>');
    expect(question).toBe('user: What is shipping?');
    expect(answer).toEqual({ text: '4.90 € [1]', sourceDocuments: documents });
    expect(context.events).toContainEqual({ type: 'source-documents', documents });
    expect(context.streamedText()).toBe('4.90 € [1]');
  });

  it('turns a follow-up into a question of its own before it searches; only the answer is streamed', async () => {
    const asked: string[] = [];
    const model = scriptedModel('How long does shipping to Corsica take?', 'Two days more [1]');
    const context = testContext({
      question: 'And how long?',
      isStreaming: true,
      storedHistory: [
        { role: 'user', content: 'Do you ship to Corsica?' },
        { role: 'assistant', content: 'Yes.' },
      ],
    });
    const memory = await runNode<ChatMemory>('bufferMemory', {}, context);
    const given = { model, memory, vectorStoreRetriever: retrieverOf(asked), returnSourceDocuments: false };
    const answer = await askChain(name, given, context);
    expect(model.promptOf(0)[0]).toContain('user: Do you ship to Corsica?\nassistant: Yes.');
    expect(model.promptOf(0)[0]).toContain('<follow-up>And how long?</follow-up>');
    expect(asked).toEqual(['How long does shipping to Corsica take?']);
    expect(model.promptOf(1).slice(1)).toEqual([
      'user: Do you ship to Corsica?',
      'assistant: Yes.',
      'user: And how long?',
    ]);
    expect(context.streamedText()).toBe('Two days more [1]');
    expect(answer).toEqual({ text: 'Two days more [1]' });
  });

  it('puts no marks of passages into an answer that shows none', async () => {
    const model = scriptedModel('4.90 €');
    const given = { model, vectorStoreRetriever: retrieverOf([]), returnSourceDocuments: false };
    await askChain(name, given, testContext({ question: 'What is shipping?' }));
    const [system] = model.promptOf(0);
    expect(system).toContain('<passage source="faq.txt">\nShipping is 4.90 €.');
    expect(system).not.toMatch(/square brackets|\[1\]|number=/);
    const demo = await runNode<ChatModel>('demoModel', {}, testContext());
    const asked = testContext({ question: 'What is shipping?' });
    expect((await askChain(name, { ...given, model: demo }, asked)).text).toBe('Shipping is 4.90 €.');
  });

  it('asks with the prompts of the node', async () => {
    const model = scriptedModel('ok');
    const given = {
      model,
      vectorStoreRetriever: retrieverOf([]),
      responsePrompt: 'Only: {context} For: {question} {x}',
    };
    await askChain(name, given, testContext({ question: 'Why?' }));
    expect(model.promptOf(0)[0]).toMatch(/^system: Only: <passage[\s\S]*For: Why\? \{x\}$/);
  });
});
