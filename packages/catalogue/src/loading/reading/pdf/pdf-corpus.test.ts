import type { Block, Box } from '@tendril/contract/provider/block';
import { describe, expect, it } from 'vitest';
import { type CorpusPdf, makeCorpusPdf } from '../../../testing/corpus/make-corpus-pdf.ts';
import { readPdfBlocks } from './read-pdf-blocks.ts';

async function read(bytes: Uint8Array): Promise<Block[]> {
  const blocks: Block[] = [];
  for await (const piece of readPdfBlocks(bytes)) blocks.push(...piece.blocks);
  return blocks;
}

const bare = (text: string) => text.replace(/[\s-]+/g, '').toLowerCase();

/** The length of the longest run of places that only goes forward. */
function longestRise(places: readonly number[]): number {
  const ends: number[] = [];
  for (const place of places) {
    const at = ends.findIndex((end) => end >= place);
    ends[at < 0 ? ends.length : at] = place;
  }
  return ends.length;
}

function orderShare({ lines }: CorpusPdf, blocks: readonly Block[]): number {
  const text = blocks.map((block) => bare(block.text)).join('');
  const places = lines.map((line) => text.indexOf(bare(line.text))).filter((place) => place >= 0);
  return longestRise(places) / lines.length;
}

function overlapOf(one: Box, other: Box): number {
  const width = Math.min(one[0] + one[2], other[0] + other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[1] + one[3], other[1] + other[3]) - Math.max(one[1], other[1]);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / (one[2] * one[3] + other[2] * other[3] - shared);
}

function boxShare({ lines }: CorpusPdf, blocks: readonly Block[]): number {
  const found = Map.groupBy(
    blocks.flatMap(({ place: { page = 0, boxes = [] } }) => boxes.map((box) => ({ page, box }))),
    ({ page }) => page,
  );
  const right = lines.filter(({ page, box }) =>
    (found.get(page) ?? []).some((one) => overlapOf(one.box, box) >= 0.8),
  );
  return right.length / lines.length;
}

const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

describe('a made PDF with columns, tables, lists, turned pages, heads and feet', () => {
  it('is read in its order, with the boxes of its lines', { timeout: 120_000 }, async () => {
    let [order, boxes] = [0, 0];
    const weak: string[] = [];
    for (const seed of seeds) {
      const made = await makeCorpusPdf(seed);
      const blocks = await read(made.bytes);
      const [ordered, boxed] = [orderShare(made, blocks), boxShare(made, blocks)];
      if (ordered < 0.98 || boxed < 0.99) weak.push(`seed ${seed}: order ${ordered}, boxes ${boxed}`);
      order += ordered / seeds.length;
      boxes += boxed / seeds.length;
      const texts = blocks.map(({ text }) => text);
      expect(texts.filter((text) => made.running.includes(text))).toEqual([]);
    }
    expect(weak).toEqual([]);
    expect(order).toBeGreaterThanOrEqual(0.98);
    expect(boxes).toBeGreaterThanOrEqual(0.99);
  });

  it('has its headings as headings and its tables as tables', async () => {
    const made = await makeCorpusPdf(99);
    const blocks = await read(made.bytes);
    const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
    expect(headings).toEqual(made.headings);
    const tables = blocks.filter(({ kind }) => kind === 'table');
    expect(tables).toHaveLength(1);
    expect(tables[0]?.text.split('\n')).toHaveLength(6);
    expect(blocks.filter(({ kind }) => kind === 'list').length).toBeGreaterThanOrEqual(3);
  });
});
