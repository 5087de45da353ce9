import { Readable } from 'node:stream';
import papa from 'papaparse';
import type { BlockPiece } from './block-piece.ts';
import { RowTable } from './row-table.ts';

const longestCell = 1_000_000;

async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const part of content) {
    decoder ??= new TextDecoder(part[0] === 0xff && part[1] === 0xfe ? 'utf-16le' : 'utf-8');
    if (decoder.encoding === 'utf-8' && part.includes(0)) throw new Error('it is not text');
    const text = decoder.decode(part, { stream: true });
    if (text !== '') yield text;
  }
}

/** The rows of a table of text, some hundreds at a time with their header; cells are counted as in a sheet. */
export async function* readCsvBlocks(
  content: AsyncIterable<Uint8Array>,
  isTabbed: boolean,
): AsyncGenerator<BlockPiece> {
  const settings = { skipEmptyLines: 'greedy', ...(isTabbed && { delimiter: '\t' }) } as const;
  const source = Readable.from(decoded(content));
  const parser = papa.parse(papa.NODE_STREAM_INPUT, settings);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  const table = new RowTable({});
  let number = 0;
  for await (const row of parser) {
    number += 1;
    const cells = (row as string[]).map((cell) => cell.trim());
    if (cells.some((cell) => cell.length > longestCell))
      throw new Error(`row ${number} has a cell longer than a million characters`);
    const block = table.push({ number, cells });
    if (block) yield { blocks: [block], number, total: number };
  }
  const last = table.end();
  if (last) yield { blocks: [last], number, total: number };
}
