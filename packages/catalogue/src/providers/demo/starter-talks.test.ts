import type { Chain } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { ChatMemory, ChatTurn } from '@tendril/contract/provider/memory';
import type { Retriever, TextSplitter } from '@tendril/contract/provider/retrieval';
import type { Tool } from '@tendril/contract/provider/tool';
import { beforeAll, describe, expect, it } from 'vitest';
import { appointmentTools } from '../../starters/appointment-tools.data.ts';
import { supportFaq } from '../../starters/support-faq.data.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { vmSandbox } from '../../testing/vm-sandbox.ts';
import { spokenDay } from './dates.ts';

const make = testContext();

describe('the support bot', () => {
  let chain: Chain;

  beforeAll(async () => {
    const splitter = { chunkSize: 240, chunkOverlap: 0, separators: '["\\n\\n", "\\n", " "]' };
    const textSplitter = await runNode<TextSplitter>('recursiveCharacterTextSplitter', splitter, make);
    const text = { text: supportFaq, textSplitter };
    const document = await runNode<SourceDocument[]>('plainText', text, make, 'document');
    const embeddings = await runNode<Embedder>('demoEmbeddings', {}, make);
    const store = { document: [document], embeddings, topK: 4 };
    const vectorStoreRetriever = await runNode<Retriever>('memoryVectorStore', store, make, 'retriever');
    const model = await runNode<ChatModel>('demoModel', {}, make);
    const inputs = { model, vectorStoreRetriever, returnSourceDocuments: true };
    chain = await runNode<Chain>('conversationalRetrievalQAChain', inputs, make);
  });

  const ask = (question: string, history: ChatTurn[] = []) =>
    chain.invoke(question, testContext({ question, history }));

  const pairs = supportFaq
    .trim()
    .split(/\n\s*\n/)
    .map((pair) => pair.split('\n') as [string, string]);

  it.each(pairs)('answers "%s" from its own text, the right passage first', async (question, answer) => {
    const { text, sourceDocuments } = await ask(question);
    expect(text).toContain(answer);
    expect(sourceDocuments?.[0]?.pageContent).toContain(answer);
  });

  it.each([
    ['how long will the delivery take', '3 to 5 working days'],
    ['what does shipping cost', '4.90 €'],
    ['Can I send something back?', '30 days'],
    ['Do you deliver to Switzerland?', 'Switzerland'],
    ['My notebook arrived broken, what now?', 'Send a photo'],
    ['Is PayPal possible?', 'PayPal'],
    ['I forgot my password', 'Forgot password'],
    ['Is there a student discount for schools?', '12 %'],
    ['how late are you open on saturday?', '14:00'],
    ['can i get my notebook engraved', '24 letters'],
    ['Can I cancel my order?', 'free of charge until it is packed'],
  ])('answers "%s" in other words', async (question, fact) => {
    expect((await ask(question)).text).toContain(fact);
  });

  it('understands a follow-up', async () => {
    const history: ChatTurn[] = [
      { role: 'user', content: 'Do you offer express delivery?' },
      { role: 'assistant', content: 'Yes, we do.' },
    ];
    expect((await ask('And how much does it cost?', history)).text).toContain('9.50 €');
  });

  it('does not make up what the text does not say', async () => {
    expect((await ask('Who is the president of France?')).text).toContain('could not find');
  });
});

describe('the appointment agent', () => {
  const stored = appointmentTools.map((tool) => ({ id: tool.name, ...tool }));
  const services = { sandbox: vmSandbox };
  const system = `You book appointments for a physiotherapy practice.
Offer at most four times. When one is chosen, ask for the name, then book with book_appointment.
The practice is closed on Sundays. A first appointment takes 50 minutes, a later one 25 minutes.`;
  let agent: Chain;
  const turns: ChatTurn[] = [];

  beforeAll(async () => {
    const model = await runNode<ChatModel>('demoModel', {}, make);
    const context = testContext({ tools: stored, services });
    const tools = await Promise.all(
      stored.map((tool) => runNode<Tool>('customTool', { selectedTool: tool.id }, context)),
    );
    const clock = await runNode<Tool>('currentDateTime', {}, make);
    const memory: ChatMemory = { nodeId: 'memory', memoryKey: 'chat_history', load: async () => [...turns] };
    const inputs = { model, tools: [...tools, clock], memory, systemMessage: system };
    agent = await runNode<Chain>('toolAgent', inputs, make);
  });

  async function say(question: string, isStreaming = false) {
    const context = testContext({ question, isStreaming, tools: stored, services });
    const answer = await agent.invoke(question, context);
    const text = answer.text ?? '';
    turns.push({ role: 'user', content: question }, { role: 'assistant', content: text });
    return { ...answer, text, used: (answer.usedTools ?? []).map((one) => one.tool) };
  }

  it('finds free times, reads the chosen one back and books it', async () => {
    turns.length = 0;
    const offer = await say('Is anything free next Tuesday?');
    expect(offer.used).toEqual(['list_free_times']);
    const times = offer.text.match(/\d{2}:\d{2}/g) ?? [];
    expect(times.length).toBeGreaterThan(1);
    expect(offer.text).toContain('Tuesday');

    const chosen = times[1] ?? '';
    const readBack = await say(`${chosen} please`);
    expect(readBack.text).toContain(`at ${chosen} is free`);
    expect(readBack.text).toContain('What name');
    expect(readBack.used).toEqual([]);

    const done = await say('Kim Solberg', true);
    expect(done.used).toEqual(['book_appointment']);
    const booked = done.usedTools?.[0]?.toolInput as Record<string, string>;
    expect(booked).toMatchObject({
      name: 'Kim Solberg',
      time: chosen,
      day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    expect(done.text).toContain(`${spokenDay(booked.day ?? '')} at ${chosen}, under the name Kim Solberg`);
    expect(done.text).toMatch(/reference is A-\d{4}/);

    expect((await say('Thank you!')).text).toBe('You are welcome.');
  });

  it('books at once when everything is said at once', async () => {
    turns.length = 0;
    const offer = await say('Do you have free times on Wednesday?');
    const time = offer.text.match(/\d{2}:\d{2}/)?.[0] ?? '';
    turns.length = 0;
    const done = await say(`Please book an appointment on Wednesday at ${time} for Robin Vega.`);
    expect(done.used).toEqual(['list_free_times', 'book_appointment']);
    expect(done.text).toContain(`at ${time}, under the name Robin Vega`);
  });

  it('offers what is free when the requested time is not', async () => {
    turns.length = 0;
    const { used, text } = await say('Can I have an appointment on Thursday at 7:15?');
    expect(used).toEqual(['list_free_times']);
    expect(text).toContain('07:15 is not free');
    expect(text).toMatch(/09:\d0|10:30|11:00|13:30/);
  });

  it('looks at the next day when no day was asked for, and books the one time agreed to', async () => {
    turns.length = 0;
    const { used, text } = await say('I would like an appointment');
    expect(new Set(used)).toEqual(new Set(['list_free_times']));
    expect(text).toMatch(/\d{2}:\d{2}/);
    const first = await say('The first one, my name is Kim Solberg.');
    expect(first.used).toEqual(['book_appointment']);
  });

  it('says that there is nothing on a day without free times', async () => {
    turns.length = 0;
    const { used, text } = await say('I would like an appointment on 2020-01-07.');
    expect(used).toEqual(['list_free_times']);
    expect(text).toBe('There is no free time then. Which other day suits you?');
  });

  it('answers a question about the practice from its instructions', async () => {
    turns.length = 0;
    const { text, used } = await say('How long does a first appointment take?');
    expect(text).toBe('A first appointment takes 50 minutes, a later one 25 minutes.');
    expect(used).toEqual([]);
  });

  it('says what time it is', async () => {
    turns.length = 0;
    const { used } = await say('What time is it?');
    expect(used).toEqual(['current_date_time']);
  });
});
