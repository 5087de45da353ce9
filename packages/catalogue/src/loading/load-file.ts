import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { fileFailure } from './file-failure.ts';
import { parseDocument } from './parse-document.ts';
import type { ParseJob } from './parse-message.ts';
import { textSegments } from './text-segments.ts';

interface LoadedFile {
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** A document for each page, sheet, slide or chapter, instead of one for the file. */
  perPage: boolean;
  pointers?: readonly string[];
  metadata?: Record<string, unknown>;
}

const pagedFormats = ['pdf', 'docx', 'xlsx', 'pptx', 'epub'] as const;
type PagedFormat = (typeof pagedFormats)[number];

const formatsByEnding: Readonly<Record<string, PagedFormat>> = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  pptx: 'pptx',
  epub: 'epub',
};
const unreadable = /^(doc|xls|xlsb|ppt|png|jpe?g|gif|webp|zip|gz|mp[34]|wav|exe)$/;

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

async function* loadPaged(
  { name, content, perPage, metadata }: LoadedFile,
  format: PagedFormat,
  { signal }: Pick<RunContext, 'signal'>,
): AsyncGenerator<LoadedPart> {
  const texts: string[] = [];
  let total = 1;
  let isEmpty = true;
  const source = { source: name, ...metadata };
  for await (const piece of parseDocument({ name, content, job: { format } }, signal)) {
    total = piece.total;
    if (piece.text.trim() !== '') isEmpty = false;
    if (!perPage) texts.push(piece.text);
    else
      yield {
        documents: [
          {
            pageContent: piece.text,
            metadata: { ...source, loc: { pageNumber: piece.number }, totalPages: total },
          },
        ],
        progress: { done: piece.number, total, unit: 'pages' },
      };
  }
  if (isEmpty) throw fileFailure(name, 'holds no text; a picture of text is not read here.');
  if (perPage) return;
  const documents = [{ pageContent: texts.join('\n\n'), metadata: source }];
  yield { documents, progress: { done: total, total, unit: 'pages' } };
}

async function* loadRows(
  { name, content, metadata }: LoadedFile,
  job: ParseJob & { format: 'csv' | 'json' },
  { signal }: Pick<RunContext, 'signal'>,
): AsyncGenerator<LoadedPart> {
  let done = 0;
  for await (const texts of parseDocument({ name, content, job }, signal)) {
    const documents = texts.map((pageContent, index) => ({
      pageContent,
      metadata: { source: name, ...metadata, line: done + index + 1 },
    }));
    done += texts.length;
    yield { documents, progress: { done, total: null, unit: 'rows' } };
  }
}

/** A file of any kind that can be read, by its ending; any other as text. Throws NODE_FAILED naming it and why. */
export async function* loadFile(
  file: LoadedFile,
  context: Pick<RunContext, 'signal'>,
): AsyncGenerator<LoadedPart> {
  const { name, content, metadata, pointers = [] } = file;
  const ending = endingOf(name);
  const paged = formatsByEnding[ending];
  if (paged) return yield* loadPaged(file, paged, context);
  if (unreadable.test(ending)) throw fileFailure(name, `files of the kind .${ending} cannot be read here.`);
  if (ending === 'csv') return yield* loadRows(file, { format: 'csv', columnName: undefined }, context);
  if (ending === 'json' || ending === 'jsonl')
    return yield* loadRows(file, { format: 'json', isLines: ending === 'jsonl', pointers }, context);
  if (ending === 'html' || ending === 'htm') {
    const job = {
      format: 'html',
      url: 'https://file.invalid/',
      selector: undefined,
      wantsLinks: false,
    } as const;
    for await (const { text, title } of parseDocument({ name, content, job }, context.signal))
      yield {
        documents: [{ pageContent: text, metadata: { source: name, ...(title && { title }), ...metadata } }],
        progress: { done: 1, total: 1, unit: 'parts' },
      };
    return;
  }
  for await (const { text, linesBefore, bytes } of textSegments(content))
    yield {
      documents: [{ pageContent: text, metadata: { source: name, ...metadata } }],
      linesBefore,
      progress: { done: bytes, total: null, unit: 'bytes' },
    };
}
