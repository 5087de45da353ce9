import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { openFlowFiles } from '../retrieval/flow-file.ts';
import { fileFailure } from './file-failure.ts';
import { parseDocument } from './parse-document.ts';

interface ParsedFiles {
  value: string;
  format: 'pdf' | 'docx';
  /** A document for each page, with its number, instead of one for each file. */
  perPage: boolean;
}

const empty: Readonly<Record<'pdf' | 'docx', string>> = {
  pdf: 'holds no text; a scanned page is a picture, which is not read here.',
  docx: 'holds no text.',
};

/** PDF or Word files: page by page, or one document a file. Throws NODE_FAILED naming a file that cannot be read. */
export async function* loadParsedFiles(
  { value, format, perPage }: ParsedFiles,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): AsyncGenerator<LoadedPart> {
  for await (const { name, content } of openFlowFiles(value, services)) {
    const texts: string[] = [];
    let length = 0;
    let total = 1;
    for await (const piece of parseDocument({ name, content, job: { format } }, signal)) {
      total = piece.total;
      length += piece.text.trim().length;
      if (!perPage) texts.push(piece.text);
      else
        yield {
          documents: [{ pageContent: piece.text, metadata: pageMetadata(name, piece.number, total) }],
          progress: { done: piece.number, total, unit: 'pages' },
        };
    }
    if (length === 0) throw fileFailure(name, empty[format]);
    if (!perPage)
      yield {
        documents: [{ pageContent: texts.join('\n\n'), metadata: { source: name } }],
        progress: { done: total, total, unit: 'pages' },
      };
  }
}

function pageMetadata(source: string, pageNumber: number, totalPages: number): Record<string, unknown> {
  return { source, loc: { pageNumber }, totalPages };
}
