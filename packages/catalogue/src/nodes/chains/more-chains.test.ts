import type { Moderation } from '@tendril/contract/provider/moderation';
import type { Retriever, VectorStore } from '@tendril/contract/provider/retrieval';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const passage = (pageContent: string) => ({ pageContent, metadata: { source: 'house.txt' }, score: 1 });
const finds = (text: string): Retriever => ({ nodeId: 'r', retrieve: async () => [passage(text)] });
const vectorStore: VectorStore = { nodeId: 's', search: async () => [passage('Quiet after ten.')] };
const refusing: Moderation = { nodeId: 'm', check: async () => 'Not here.' };
const streaming = (question: string) => testContext({ question, isStreaming: true });

describe.each([
  ['retrievalQAChain', { vectorStoreRetriever: finds('Quiet after ten.') }],
  ['vectorDBQAChain', { vectorStore }],
])('%s', (name, given) => {
  it('answers from the passages and streams', async () => {
    const model = scriptedModel('After ten o’clock.');
    const context = streaming('When is it quiet?');
    expect(await askChain(name, { model, ...given }, context)).toEqual({ text: 'After ten o’clock.' });
    expect(context.streamedText()).toBe('After ten o’clock.');
    expect(model.promptOf(0)[0]).toContain('Quiet after ten.');
    expect(model.promptOf(0)[1]).toBe('user: When is it quiet?');
  });

  it('asks nothing when the question is refused', async () => {
    const model = scriptedModel('never');
    const answer = await askChain(name, { model, ...given, inputModeration: [refusing] }, streaming('x'));
    expect([answer, model.calls.length]).toEqual([{ text: 'Not here.' }, 0]);
  });
});

describe('multiPromptChain', () => {
  const ask = async (chosen: string) => {
    const promptRetriever = await Promise.all(
      ['physics', 'cooking'].map((name) =>
        runNode(
          'promptRetriever',
          { name, description: `For ${name}`, systemMessage: `You know ${name}.` },
          testContext(),
        ),
      ),
    );
    const model = scriptedModel(chosen, 'It boils.');
    const context = streaming('Why?');
    const answer = await askChain('multiPromptChain', { model, promptRetriever }, context);
    return { answer, prompts: [model.promptOf(0), model.promptOf(1)], text: context.streamedText() };
  };

  it('answers with the prompt that its model chose, and streams only the answer', async () => {
    const { answer, prompts, text } = await ask(
      '{"destination":"cooking","next_inputs":"Why does water boil?"}',
    );
    expect(prompts[0]?.[0]).toContain('physics: For physics\ncooking: For cooking');
    expect(prompts[1]).toEqual(['system: You know cooking.', 'user: Why does water boil?']);
    expect([answer, text]).toEqual([{ text: 'It boils.' }, 'It boils.']);
  });

  it.each(['{"destination":"DEFAULT","next_inputs":""}', 'I cannot say'])(
    'answers without a prompt when the choice is %o',
    async (chosen) => {
      expect((await ask(chosen)).prompts[1]).toEqual(['user: Why?']);
    },
  );
});

describe('multiRetrievalQAChain', () => {
  it('answers from the store that its model chose, with its passages', async () => {
    const vectorStoreRetriever = [
      { ...finds('Pets are fine.'), name: 'pets', description: 'About pets' },
      { ...finds('Quiet after ten.'), name: 'noise', description: 'About noise' },
    ];
    const model = scriptedModel(
      '{"destination":"noise","next_inputs":"When is it quiet?"}',
      'After ten [1].',
    );
    const context = streaming('Quiet?');
    const given = { model, vectorStoreRetriever, returnSourceDocuments: true };
    const answer = await askChain('multiRetrievalQAChain', given, context);
    expect(answer).toMatchObject({
      text: 'After ten [1].',
      sourceDocuments: [{ pageContent: 'Quiet after ten.' }],
    });
    expect(context.events.some(({ type }) => type === 'source-documents')).toBe(true);
  });
});

describe.each([
  ['getApiChain', 'The URL: https://api.example.com/v1/rain?city=Rome', undefined],
  [
    'postApiChain',
    '```json\n{"url":"https://api.example.com/v1/rain","data":{"city":"Rome"}}\n```',
    '{"city":"Rome"}',
  ],
])('%s', (name, written, body) => {
  const ask = async (text: string, status = 200) => {
    const asked: { url: string; init: RequestInit | undefined }[] = [];
    const api: typeof fetch = async (url, init) => {
      asked.push({ url: String(url), init });
      return Response.json({ rain: true }, { status });
    };
    const model = scriptedModel(text, 'Yes, it rains.');
    const context = testContext({ question: 'Rain in Rome?', isStreaming: true, services: { fetch: api } });
    const apiDocs = 'Weather at https://api.example.com/v1/rain';
    const answer = await askChain(name, { model, apiDocs, headers: { 'x-key': 'k' } }, context);
    return { answer, asked, model, context };
  };

  it('sends the request that its model wrote and answers from the response', async () => {
    const { answer, asked, model, context } = await ask(written);
    expect(answer).toEqual({ text: 'Yes, it rains.' });
    expect(asked[0]?.url).toContain('https://api.example.com/v1/rain');
    expect(asked[0]?.init?.body).toBe(body);
    expect(asked[0]?.init?.headers).toMatchObject({ 'x-key': 'k' });
    expect(model.promptOf(1)[0]).toContain('{"rain":true}');
    expect(context.streamedText()).toBe('Yes, it rains.');
    expect(
      context.events.find((event) => event.type === 'step-end' && event.kind === 'request'),
    ).toBeDefined();
  });

  it('lets the model read a failure of the API', async () => {
    expect((await ask(written, 503)).model.promptOf(1)[0]).toContain('HTTP 503');
  });

  it.each(['thief.example.net', 'ple.com', 'example.com'])(
    'sends its headers to no host as %s',
    async (host) => {
      const elsewhere = written.replace('api.example.com', host);
      await expect(ask(elsewhere)).rejects.toMatchObject({
        code: 'NODE_FAILED',
        message: expect.stringContaining(`"${host}"`),
      });
    },
  );

  it('says so when the model wrote no request', async () => {
    await expect(ask('I do not know')).rejects.toMatchObject({ code: 'NODE_FAILED' });
  });
});
