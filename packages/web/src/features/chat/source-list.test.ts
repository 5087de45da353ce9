import { expect, it } from 'vitest';
import { readList } from './read-list.ts';
import { findSource, listSources } from './source-list.ts';

const document = (source: unknown, pageContent = 'Text of the passage.', more = {}) => ({
  pageContent,
  metadata: { source, ...more },
});

it('CANVAS-08, ENT-07: a URL source carries its link, a file source its name and line', () => {
  const sources = listSources([
    document('https://example.org/help'),
    document('/files/help-centre.txt', 'Changing an order. More.', {
      loc: { lines: { from: 212, to: 220 } },
    }),
  ]);
  expect(sources).toMatchObject([
    { url: 'https://example.org/help', title: 'example.org/help', place: 'example.org' },
    { title: 'Changing an order', place: 'help-centre.txt:212' },
  ]);
  expect(sources[1]).not.toHaveProperty('url');
});

it('SP-94: the same URL shows once, and each of its citations finds it', () => {
  const sources = listSources([
    document('https://example.org/a'),
    document('b.txt'),
    document('https://example.org/a'),
  ]);
  expect(sources.map(({ numbers }) => numbers)).toEqual([[1, 3], [2]]);
  expect(findSource(sources, 3)).toBe(sources[0]);
  expect(findSource(sources, 4)).toBeUndefined();
});

it('SP-94: passages of one file each open their own text', () => {
  expect(listSources([document('a.txt', 'One'), document('a.txt', 'Two')]).map(({ title }) => title)).toEqual(
    ['One', 'Two'],
  );
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'https://', 7, undefined])(
  'SP-94: %s is text, never a link',
  (source) => expect(listSources([document(source)])[0]).not.toHaveProperty('url'),
);

it('CANVAS-11, SP-93: a malformed list of documents is an empty list', () => {
  expect(listSources(readList('{bad'))).toEqual([]);
  expect(listSources(readList(undefined))).toEqual([]);
  expect(listSources(readList({ pageContent: 'x' }))).toEqual([]);
  expect(listSources(readList('[{"pageContent":"x","metadata":{}}, null]'))).toHaveLength(1);
});

it('a document without metadata is still shown', () => {
  expect(listSources(readList([{ pageContent: '## Refunds\nWithin 30 days.' }]))).toMatchObject([
    { title: 'Refunds', place: '' },
  ]);
});

it('a long first line is cut at a word', () => {
  const text = 'Orders above fifty euros travel without any shipping cost inside the country and abroad';
  expect(listSources([document('a.txt', text)])[0]?.title).toBe(
    'Orders above fifty euros travel without any…',
  );
});
