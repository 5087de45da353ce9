import { pipeline, Readable } from 'node:stream';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { openFlowFiles } from '../retrieval/flow-file.ts';
import { fileFailure } from './file-failure.ts';

const rowsAtOnce = 500;
const longestRow = 1_000_000;

type Row = Record<string, unknown>;

// The parser itself would cut characters of several bytes in two.
async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of content) {
    const text = decoder.decode(part, { stream: true });
    if (text !== '') yield text;
  }
}

async function* rowsOf(content: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Row> {
  const { default: papa } = await import('papaparse');
  const parser = papa.parse(papa.NODE_STREAM_INPUT, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header: string) => header.replace(/^\uFEFF/, '').trim(),
  });
  pipeline(Readable.from(decoded(content)), parser, () => {});
  try {
    for await (const row of parser) yield row as Row;
  } catch (error) {
    throw fileFailure(name, `it cannot be read as CSV (${(error as Error).message})`, error);
  }
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

/** CSV files, a document for each row: all its columns, or the one named. Throws NODE_FAILED naming the file. */
export async function* loadCsvFiles(
  value: string,
  columnName: string | undefined,
  services: NodeServices,
): AsyncGenerator<LoadedPart> {
  let done = 0;
  for await (const { name, content } of openFlowFiles(value, services)) {
    let documents: SourceDocument[] = [];
    let line = 0;
    for await (const row of rowsOf(content, name)) {
      line += 1;
      if (columnName !== undefined && line === 1 && !Object.hasOwn(row, columnName))
        throw fileFailure(
          name,
          `it has no column "${columnName}"; its columns are ${Object.keys(row).join(', ')}.`,
        );
      const pageContent = toText(row, columnName);
      if (pageContent.length > longestRow)
        throw fileFailure(name, `row ${line} is longer than a million characters.`);
      documents.push({ pageContent, metadata: { source: name, line } });
      if (documents.length < rowsAtOnce) continue;
      done += documents.length;
      yield { documents, progress: { done, total: null, unit: 'rows' } };
      documents = [];
    }
    if (line === 0) throw fileFailure(name, 'it holds no row below its heading.');
    done += documents.length;
    if (documents.length > 0) yield { documents, progress: { done, total: null, unit: 'rows' } };
  }
}
