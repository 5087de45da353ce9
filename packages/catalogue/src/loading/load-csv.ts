import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { openFlowFiles } from '../retrieval/flow-file.ts';
import { parseDocument } from './parse-document.ts';

/** CSV files, a document for each row: all its columns, or the one named. Throws NODE_FAILED naming the file. */
export async function* loadCsvFiles(
  value: string,
  columnName: string | undefined,
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): AsyncGenerator<LoadedPart> {
  let done = 0;
  for await (const { name, content } of openFlowFiles(value, services)) {
    let line = 0;
    for await (const texts of parseDocument({ name, content, job: { format: 'csv', columnName } }, signal)) {
      const documents = texts.map((pageContent, index) => ({
        pageContent,
        metadata: { source: name, line: line + index + 1 },
      }));
      line += texts.length;
      done += texts.length;
      yield { documents, progress: { done, total: null, unit: 'rows' } };
    }
  }
}
