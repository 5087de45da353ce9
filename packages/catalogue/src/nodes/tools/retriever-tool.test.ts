import type { Retriever } from '@tendril/contract/provider/retrieval';
import type { Tool } from '@tendril/contract/provider/tool';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const documents = [{ pageContent: 'Dogs are welcome.', metadata: { source: 'rules.txt' } }];
const retriever: Retriever = {
  nodeId: 'store_0',
  retrieve: async (question) => (question === 'dogs' ? documents : []),
};
const given = { retriever, name: 'Search the rules!', description: 'House rules' };

it('gives passages, under a name every vendor takes', async () => {
  const context = testContext();
  const tool = await runNode<Tool>('retrieverTool', given, context);
  expect(tool.name).toBe('Search_the_rules');
  expect(await tool.execute({ input: 'dogs' }, context)).toEqual({
    text: '<passage source="rules.txt">\nDogs are welcome.\n</passage>',
  });
  expect(await tool.execute({ input: 'cats' }, context)).toEqual({ text: 'Nothing was found.' });
});

it('returns the documents too if configured', async () => {
  const context = testContext();
  const tool = await runNode<Tool>('retrieverTool', { ...given, returnSourceDocuments: true }, context);
  expect(await tool.execute({ input: 'dogs' }, context)).toMatchObject({ sourceDocuments: documents });
});
