import type { Block } from '@tendril/contract/provider/block';
import type { BlockChunker, TextSplitter } from '@tendril/contract/provider/retrieval';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeadingPath } from '../loading/reading/heading-path.ts';
import { testContext } from '../testing/run-context.ts';
import { runNode } from '../testing/run-node.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { PairChunker } from './pair-chunker.ts';
import { openParentChunker } from './parent-chunker.ts';
import { RuleChunker } from './rule-chunker.ts';
import { StructureChunker } from './structure-chunker.ts';
import { openWindowChunker } from './window-chunker.ts';

const heading = (text: string, level: number): Block => ({
  kind: 'heading',
  level,
  text,
  place: { page: 1 },
});
const words = (text: string, place: Block['place'] = { page: 1 }): Block => ({ kind: 'text', text, place });

function chunk(
  chunker: BlockChunker,
  blocks: readonly Block[],
  metadata: Record<string, unknown> = { source: 'a' },
) {
  const path = new HeadingPath();
  const placed = blocks.map((block) => path.place(block));
  return [...chunker.push({ document: 'a', blocks: placed, metadata }), ...chunker.end()];
}

const structure = (tokens: number, overlaps = false) => new StructureChunker({ tokens, overlaps });
const texts = (chunks: readonly { pageContent: string }[]) => chunks.map(({ pageContent }) => pageContent);

describe('by structure', () => {
  it('never crosses a heading of the two widest levels, and keeps headings with what follows', () => {
    const chunks = chunk(structure(450), [
      heading('Handbook', 1),
      heading('Leave', 2),
      words('How long.'),
      heading('Parental', 3),
      words('Fourteen weeks.'),
      heading('Sick', 2),
      words('A note.'),
    ]);
    expect(texts(chunks)).toEqual([
      'Handbook\n\nLeave\n\nHow long.\n\nParental\n\nFourteen weeks.',
      'Sick\n\nA note.',
    ]);
    expect(chunks[0]?.indexText).toBeUndefined();
    expect(chunks[1]?.indexText).toBe('Handbook\nSick\n\nA note.');
    expect(chunks[1]?.metadata['loc']).toMatchObject({ page: 1, path: ['Handbook'] });
  });

  it('puts the headings above a chunk into what is indexed, never into what is shown', () => {
    const long = 'Words of a sentence that is not short at all. '.repeat(6).trim();
    const chunks = chunk(structure(80), [
      heading('Handbook', 1),
      heading('Leave', 2),
      words(long),
      words(long),
    ]);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.at(-1)?.indexText).toMatch(/^Handbook › Leave\nWords of/);
    expect(chunks.at(-1)?.pageContent).toMatch(/^Words of/);
  });

  it('begins a chunk with the last sentence of the one before, within a section', () => {
    const long = (name: string) => `${`${name} goes on and on for a while here. `.repeat(4)}${name} ends.`;
    const chunks = chunk(structure(60, true), [
      words(long('One')),
      words(long('Two')),
      heading('New', 1),
      words('Three.'),
    ]);
    expect(chunks[1]?.pageContent.startsWith('One ends.\n\nTwo goes')).toBe(true);
    expect(chunks.at(-1)?.pageContent).toBe('New\n\nThree.');
  });

  it('cuts a table at its rows with the header and the cells of each part', () => {
    const rows = Array.from({ length: 40 }, (_, index) => `Name ${index}\tSome value of it ${index}`);
    const table: Block = {
      kind: 'table',
      text: `Name\tValue\n${rows.join('\n')}`,
      place: { sheet: 'S', cells: 'A2:B41' },
    };
    const chunks = chunk(structure(100), [table]);
    expect(chunks.every(({ pageContent }) => pageContent.startsWith('Name\tValue\n'))).toBe(true);
    expect(chunks.flatMap(({ pageContent }) => pageContent.split('\n').slice(1))).toEqual(rows);
    const places = chunks.map(
      ({ metadata }) => (metadata['loc'] as { places: { cells: string }[] }).places[0]?.cells,
    );
    expect(places[0]).toMatch(/^A2:B1\d$/);
    expect(places.at(-1)).toMatch(/:B41$/);
  });

  it('cuts a long text at sentences, with the boxes of its lines', () => {
    const boxes = Array.from({ length: 10 }, (_, line) => [0.1, line / 10, 0.8, 0.05] as const);
    const long = 'A sentence with some words in it, again. '.repeat(20).trim();
    const chunks = chunk(structure(50), [words(long, { page: 3, boxes })]);
    expect(texts(chunks).join(' ')).toBe(long);
    const places = chunks.map(({ metadata }) => (metadata['loc'] as { places: Block['place'][] }).places[0]);
    expect(places[0]?.boxes?.length).toBeLessThan(4);
    expect(places.at(-1)?.boxes?.at(-1)).toEqual(boxes[9]);
  });

  it('loses nothing and keeps to its size, whatever the text', async () => {
    const sentence = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
      minLength: 1,
      maxLength: 80,
    });
    await fc.assert(
      fc.property(
        fc.array(sentence, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 20, max: 100 }),
        (lists, tokens) => {
          const blocks = lists.map((list) => words(list.join(' '))).filter(({ text }) => text.trim() !== '');
          const chunks = chunk(structure(tokens), blocks);
          const bare = (text: string) => text.replace(/\s+/g, '');
          expect(bare(texts(chunks).join(''))).toBe(bare(blocks.map(({ text }) => text).join('')));
          for (const { pageContent } of chunks)
            expect(estimateTokens(pageContent)).toBeLessThanOrEqual(tokens + 4 + blocks.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('starts over with another document', () => {
    const chunker = structure(450);
    const first = chunker.push({ document: '1 a', blocks: [words('One.')], metadata: { source: 'a' } });
    const second = chunker.push({ document: '2 b', blocks: [words('Two.')], metadata: { source: 'b' } });
    expect([first, second.map(({ metadata }) => metadata['source']), texts(chunker.end())]).toEqual([
      [],
      ['a'],
      ['Two.'],
    ]);
  });
});

describe('other chunkers', () => {
  it('parent and child: a few sentences are searched, their section is given', () => {
    const text = 'One thing is so. Another is not. A third one may be. '.repeat(4).trim();
    const chunks = chunk(openParentChunker({ parentTokens: 400, childTokens: 15 }), [
      heading('Leave', 2),
      words(text),
    ]);
    expect(chunks.length).toBeGreaterThan(3);
    expect(new Set(chunks.map(({ parent }) => parent?.key)).size).toBe(1);
    expect(chunks[0]?.parent?.text).toBe(`Leave\n\n${text}`);
    expect(chunks[0]?.indexText).toMatch(/^Leave\n/);
  });

  it('sentence window: one sentence is searched, those around it are given', () => {
    const chunks = chunk(openWindowChunker({ around: 1 }), [
      words('One is so. Two is not. Three may be. Four ends.'),
    ]);
    expect(texts(chunks)).toEqual(['One is so.', 'Two is not.', 'Three may be.', 'Four ends.']);
    expect(chunks[1]?.parent?.text).toBe('One is so. Two is not. Three may be.');
    expect(chunks[3]?.parent?.text).toBe('Three may be. Four ends.');
  });

  it('question pairs: the question is searched, question and answer are shown', () => {
    const table: Block = {
      kind: 'table',
      text: 'Question\tAnswer\nHow long?\tTwo weeks.\nHow much?\tAll.',
      place: { cells: 'A2:B3' },
    };
    const chunks = chunk(new PairChunker({ tokens: 100 }), [
      words('Before.'),
      table,
      heading('May I?', 2),
      words('Yes.'),
      words('But ask.'),
    ]);
    expect(texts(chunks)).toEqual(
      ['How long?\nTwo weeks.', 'How much?\nAll.', 'Before.', 'May I?\nYes.\n\nBut ask.'].sort(
        (a, b) => texts(chunks).indexOf(a) - texts(chunks).indexOf(b),
      ),
    );
    const pair = chunks.find(({ pageContent }) => pageContent.startsWith('How much?'));
    expect(pair?.indexText).toBe('How much?');
    expect(pair?.metadata['loc']).toMatchObject({ places: [{ cells: 'A3:B3' }] });
    expect(chunks.find(({ pageContent }) => pageContent.startsWith('May I?'))?.indexText).toBe('May I?');
  });

  it('by rule: pages, rows and lines that match', () => {
    const byPage = chunk(new RuleChunker({ rule: 'page', pattern: '', tokens: 500 }), [
      words('a', { page: 1 }),
      words('b', { page: 1 }),
      words('c', { page: 2 }),
    ]);
    expect(texts(byPage)).toEqual(['a\n\nb', 'c']);
    const table: Block = { kind: 'table', text: 'Land\tDays\nDE\t30\nFR\t25', place: { cells: 'A2:B3' } };
    expect(texts(chunk(new RuleChunker({ rule: 'row', pattern: '', tokens: 500 }), [table]))).toEqual([
      'Land: DE\nDays: 30',
      'Land: FR\nDays: 25',
    ]);
    const lines = words('Before\n§ 1 One\nmore\n§ 2 Two');
    expect(
      texts(chunk(new RuleChunker({ rule: 'pattern', pattern: '^§ \\d', tokens: 500 }), [lines])),
    ).toEqual(['Before', '§ 1 One\nmore', '§ 2 Two']);
  });

  it('by rule: a pattern that never ends is stopped, and one that is none is refused', () => {
    const chunker = new RuleChunker({ rule: 'pattern', pattern: '^(a+)+$', tokens: 500 });
    expect(() => chunk(chunker, [words(`${'a'.repeat(40)}!`)])).toThrow('Pattern: it takes too long');
    expect(() => new RuleChunker({ rule: 'pattern', pattern: '(', tokens: 500 })).toThrow('Pattern: ');
  });

  it.each([
    'structureTextSplitter',
    'parentChildTextSplitter',
    'sentenceWindowTextSplitter',
    'questionPairTextSplitter',
    'ruleTextSplitter',
  ])('%s splits plain documents on a canvas too', async (name) => {
    const splitter = await runNode<TextSplitter>(name, {}, testContext());
    const split = await splitter.split([
      { pageContent: '# Leave\n\nTwo weeks. Or more.', metadata: { source: 's' } },
    ]);
    expect(split.length).toBeGreaterThan(0);
    expect(split[0]?.metadata).toMatchObject({ source: 's' });
  });
});
