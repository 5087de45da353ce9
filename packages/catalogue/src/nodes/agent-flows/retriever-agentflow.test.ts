import type { Knowledge } from '@tendril/contract/provider/knowledge';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { askedState, stepState } from '../../testing/run-step.ts';

const knowledge: Knowledge = {
  listStores: async () => [],
  searchStore: async (id, question) => [
    { pageContent: `${question} in ${id}`, metadata: { page: 1 }, score: 0.5 },
  ],
  revisionOf: async () => '1',
  readChunks: async function* () {},
};

const find = (given: Record<string, unknown> = {}) =>
  stepState(
    'retrieverAgentflow',
    {
      retrieverKnowledgeDocumentStores: [{ documentStore: 'one:Tea Book' }, { documentStore: 'two' }],
      retrieverQuery: 'Assam ',
      previous: [askedState('Where?')],
      ...given,
    },
    testContext({ nodeId: 'retriever_0', services: { knowledge } }),
  );

describe('the retriever of an agent flow', () => {
  it('passes on the texts that it finds in all its knowledge bases', async () => {
    const state = await find({ retrieverUpdateState: [{ key: 'found', value: '{{ output }}' }] });
    expect(state.results['retriever_0']?.content).toBe('Assam in one\nAssam in two');
    expect(state.values['found']).toBe('Assam in one\nAssam in two');
    expect(state.messages.at(-1)?.role).toBe('user');
  });

  it('passes on their metadata too', async () => {
    const { content } = (await find({ outputFormat: 'textWithMetadata' })).results['retriever_0'] ?? {
      content: '',
    };
    expect(JSON.parse(content)).toEqual([
      { pageContent: 'Assam in one', metadata: { page: 1 } },
      { pageContent: 'Assam in two', metadata: { page: 1 } },
    ]);
  });

  it('says that no knowledge base is chosen', async () => {
    await expect(find({ retrieverKnowledgeDocumentStores: [{ documentStore: '' }] })).rejects.toMatchObject({
      code: 'FLOW_INVALID',
    });
  });
});
