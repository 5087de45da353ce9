import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const make = (given: Record<string, unknown>) =>
  runNode<TextSplitter>('recursiveCharacterTextSplitter', given, testContext());

const text = 'alpha beta\ngamma delta\n\nepsilon zeta eta theta';

it('cuts into pieces of the size asked for and keeps the metadata', async () => {
  const splitter = await make({ chunkSize: '12', chunkOverlap: '0' });
  const pieces = await splitter.split([{ pageContent: text, metadata: { source: 's' } }]);
  expect(pieces.map((piece) => piece.pageContent)).toEqual([
    'alpha beta',
    'gamma delta',
    'epsilon',
    'zeta eta',
    'theta',
  ]);
  expect(pieces[1]?.metadata).toEqual({ source: 's', loc: { lines: { from: 2, to: 2 } } });
});

it('cuts at the separators of the node', async () => {
  const splitter = await make({ chunkSize: 6, chunkOverlap: 0, separators: '["|"]' });
  const pieces = await splitter.split([{ pageContent: 'one|two|three', metadata: {} }]);
  expect(pieces.map((piece) => piece.pageContent)).toEqual(['one', '|two', '|three']);
});

it.each([{ chunkSize: 10, chunkOverlap: 10 }, { separators: 'not a list' }])(
  'refuses %o in words',
  async (given) => {
    await expect(make(given)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  },
);
