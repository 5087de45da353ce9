import type { SourceDocument } from '@tendril/contract/provider/document';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const text = 'One.\n\nTwo.';

it('gives its text as a document with the metadata of the node', async () => {
  const given = { text, metadata: '{"source":"house rules"}' };
  expect(await runNode('plainText', given, testContext(), 'document')).toEqual([
    { pageContent: text, metadata: { source: 'house rules' } },
  ]);
  expect(await runNode('plainText', given, testContext(), 'text')).toBe(text);
});

it('gives the pieces of a connected splitter', async () => {
  const splitterValues = { chunkSize: 5, chunkOverlap: 0 };
  const textSplitter = await runNode('recursiveCharacterTextSplitter', splitterValues, testContext());
  const given = { text, textSplitter };
  const documents = await runNode<SourceDocument[]>('plainText', given, testContext(), 'document');
  expect(documents.map((document) => document.pageContent)).toEqual(['One.', 'Two.']);
});

it('gives no document for a blank text', async () => {
  expect(await runNode('plainText', { text: '  \n' }, testContext(), 'document')).toEqual([]);
});
