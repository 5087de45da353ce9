import type { VectorStore } from '@tendril/contract/provider/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedVendor, playVendor } from '../../testing/play-vendor.ts';
import { testContext } from '../../testing/run-context.ts';
import { askChain, runNode } from '../../testing/run-node.ts';

const key = 'CANARY-vectara-key';

let vendor: PlayedVendor;
beforeAll(async () => {
  vendor = await playVendor();
});
afterAll(() => vendor.close());

const contextOf = () =>
  testContext({
    question: 'When is it quiet?',
    services: { fetch: vendor.fetch },
    credential: { apiKey: key, customerID: '1', corpusID: 'house' },
  });
const storeOf = (context = contextOf()) => runNode<VectorStore>('vectara', {}, context, 'vectorStore');

describe('vectaraQAChain', () => {
  it('answers with what Vectara wrote, and names the passages', async () => {
    vendor.play(() => ({
      body: {
        summary: 'After ten [1].',
        search_results: [{ text: 'Quiet after ten.', score: 0.9, document_metadata: { source: 'a.txt' } }],
      },
    }));
    const context = contextOf();
    const given = { vectaraStore: await storeOf(context), responseLang: 'deu', maxSummarizedResults: 3 };
    expect(await askChain('vectaraQAChain', given, context)).toEqual({
      text: 'After ten [1].',
      sourceDocuments: [{ pageContent: 'Quiet after ten.', metadata: { source: 'a.txt' }, score: 0.9 }],
    });
    expect(context.streamedText()).toBe('After ten [1].');
    expect(vendor.asked).toEqual([
      expect.objectContaining({
        request: 'POST https://api.vectara.io/v2/query',
        body: expect.objectContaining({
          query: 'When is it quiet?',
          generation: {
            generation_preset_name: 'vectara-summary-ext-v1.2.0',
            max_used_search_results: 3,
            response_language: 'deu',
          },
        }),
      }),
    ]);
  });

  it('says in words what Vectara refused, without the key', async () => {
    vendor.play(() => ({ status: 403, body: { messages: [`wrong ${key}`] } }));
    const asking = askChain('vectaraQAChain', { vectaraStore: await storeOf() }, contextOf());
    await expect(asking).rejects.toMatchObject({ message: expect.not.stringContaining(key) });
  });

  it('takes no store that writes no answers, and asks nothing when the question is refused', async () => {
    const plain: VectorStore = { nodeId: 's', search: async () => [] };
    await expect(askChain('vectaraQAChain', { vectaraStore: plain }, contextOf())).rejects.toMatchObject({
      code: 'FLOW_INVALID',
    });
    vendor.play(() => ({ status: 500 }));
    const inputModeration = [{ nodeId: 'm', check: async () => 'Not here.' }];
    const given = { vectaraStore: await storeOf(), inputModeration };
    expect(await askChain('vectaraQAChain', given, contextOf())).toEqual({ text: 'Not here.' });
    expect(vendor.asked).toEqual([]);
  });
});
