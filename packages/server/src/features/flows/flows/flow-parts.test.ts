import { describe, expect, it } from 'vitest';
import { readDataUri } from './data-uri.ts';
import { countNodes, readNodeCounts } from './node-counts.ts';
import { readIfMatch } from './read-if-match.ts';
import { maskSecrets, secretIdOf, secretMark } from './secret-mark.ts';
import { specialInputs } from './special-inputs.ts';

describe('data URIs', () => {
  it('are read with their name, type and content', () => {
    const file = readDataUri(
      `data:text/plain;charset=utf-8;base64,${Buffer.from('ä, b').toString('base64')},filename:a "b".txt`,
    );
    expect(file).toMatchObject({ name: 'a b.txt', mediaType: 'text/plain' });
    expect(file?.content.toString()).toBe('ä, b');
    expect(readDataUri('data:,hello%20there')?.content.toString()).toBe('hello there');
    expect(readDataUri('FILE-STORAGE::["a"]')).toBeUndefined();
  });

  it.each(['../../etc/passwd', '..', '', 'C:\\x\\y.txt', '\u0000'])(
    'never give a path for the name %j',
    (name) => {
      expect(readDataUri(`data:,x,filename:${name}`)?.name).toMatch(/^(passwd|file|y\.txt)$/);
    },
  );
});

describe('the census of a flow', () => {
  it('counts nodes by name in order and leaves notes out', () => {
    const node = (name: string) => ({
      id: name,
      position: { x: 0, y: 0 },
      data: { id: name, name, label: name },
    });
    const counts = countNodes({ nodes: ['a', 'stickyNote', 'b', 'a'].map(node), edges: [] });
    expect(counts).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(readNodeCounts(JSON.stringify(counts))).toEqual({ nodeNames: ['a', 'b'], nodeCount: 3 });
  });
});

describe('If-Match', () => {
  it.each([
    ['7', 7],
    ['"7"', 7],
    ['W/"7"', 7],
  ])('%s is revision %d', (header, revision) => {
    expect(readIfMatch(header)).toBe(revision);
  });
  it.each([undefined, '', '*', '"x"', '-1'])('%s is refused', (header) => {
    expect(() => readIfMatch(header)).toThrow('If-Match');
  });
});

describe('marks of sealed values', () => {
  it('name their value, and leave the server as a mask', () => {
    expect(secretIdOf(secretMark('a-1'))).toBe('a-1');
    expect(secretIdOf('plain')).toBeUndefined();
    expect(maskSecrets(JSON.stringify({ a: secretMark('a-1') }))).toBe('{"a":"••••••••"}');
  });
});

describe('special inputs', () => {
  it('are found in the catalogue, a folder as its files, in tabs, and in what an unknown node declares of itself', () => {
    const node = {
      id: 'x',
      position: { x: 0, y: 0 },
      data: { id: 'x', name: 'x', label: 'x', inputParams: [{ name: 'own', type: 'password' }] },
    };
    const inputs = [
      { name: 'tabs', label: '', type: 'tabs', tabs: [{ name: 'inner', label: '', type: 'password' }] },
      { name: 'doc', label: '', type: 'file' },
      { name: 'docs', label: '', type: 'folder' },
      { name: 'text', label: '', type: 'string' },
    ];
    const template = {
      name: 'x',
      label: 'x',
      version: 1,
      type: 'x',
      baseClasses: [],
      category: '',
      description: '',
      icon: '',
      inputs,
    };
    expect([...specialInputs(node, template)]).toEqual([
      ['own', 'password'],
      ['inner', 'password'],
      ['doc', 'file'],
      ['docs', 'file'],
    ]);
  });
});
