import type { SourceDocument } from '@tendril/contract/provider/document';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const files: Record<string, string> = { 'a.txt': 'Größe A', 'b.txt': 'B' };
const context = testContext({
  services: {
    readFile: async (name) => {
      const text = files[name];
      if (text === undefined) throw new Error(`no ${name}`);
      return new TextEncoder().encode(text);
    },
  },
});

const load = (txtFile: string) => runNode<SourceDocument[]>('textFile', { txtFile }, context, 'document');
const dataUri = (text: string, name: string) =>
  `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:${name}`;

describe('textFile', () => {
  it('reads the stored files of the flow, with their names as sources', async () => {
    expect(await load('FILE-STORAGE::["a.txt","b.txt"]')).toEqual([
      { pageContent: 'Größe A', metadata: { source: 'a.txt' } },
      { pageContent: 'B', metadata: { source: 'b.txt' } },
    ]);
    expect(await load('FILE-STORAGE::b.txt')).toHaveLength(1);
  });

  it('reads data URIs, one or a list of them', async () => {
    expect(await load(dataUri('Größe C', 'c.txt'))).toEqual([
      { pageContent: 'Größe C', metadata: { source: 'c.txt' } },
    ]);
    const two = await load(JSON.stringify([dataUri('D', 'd.txt'), dataUri('E', 'e.txt')]));
    expect(two.map((document) => document.metadata['source'])).toEqual(['d.txt', 'e.txt']);
  });

  it('refuses a value that is neither', async () => {
    await expect(load('/etc/passwd')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
