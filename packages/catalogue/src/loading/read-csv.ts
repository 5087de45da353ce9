import { pipeline, Readable } from 'node:stream';
import papa from 'papaparse';
import { ParseRefusal } from './parse-refusal.ts';

const rowsAtOnce = 500;
const longestRow = 1_000_000;

type Row = Record<string, unknown>;

// The parser itself would split multi-byte characters.
async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of content) {
    const text = decoder.decode(part, { stream: true });
    if (text !== '') yield text;
  }
}

async function* rowsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const parser = papa.parse(papa.NODE_STREAM_INPUT, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header: string) => header.replace(/^\uFEFF/, '').trim(),
  });
  pipeline(Readable.from(decoded(content)), parser, () => {});
  for await (const row of parser) yield row as Row;
}

function cell(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '').trim();
}

function toText(row: Row, column: string | undefined): string {
  if (column !== undefined) return cell(row[column]);
  return Object.entries(row)
    .map(([name, value]) => `${name === '__parsed_extra' ? '' : `${name}: `}${cell(value)}`)
    .join('\n');
}

/** The rows of a CSV file as texts, in batches of five hundred: all columns, or the one named. Throws ParseRefusal. */
export async function* readCsv(
  content: AsyncIterable<Uint8Array>,
  columnName: string | undefined,
): AsyncGenerator<string[]> {
  let texts: string[] = [];
  let line = 0;
  for await (const row of rowsOf(content)) {
    line += 1;
    if (columnName !== undefined && line === 1 && !Object.hasOwn(row, columnName))
      throw new ParseRefusal(
        `it has no column "${columnName}"; its columns are ${Object.keys(row).join(', ')}.`,
      );
    const text = toText(row, columnName);
    if (text.length > longestRow) throw new ParseRefusal(`row ${line} is longer than a million characters.`);
    texts.push(text);
    if (texts.length < rowsAtOnce) continue;
    yield texts;
    texts = [];
  }
  if (line === 0) throw new ParseRefusal('it holds no row below its heading.');
  if (texts.length > 0) yield texts;
}
