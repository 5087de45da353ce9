import type { RunContext } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { openFlowFiles } from '../retrieval/flow-file.ts';
import { fileFailure } from './file-failure.ts';
import { parseDocument } from './parse-document.ts';

const mostMegabytes = 25;

/** Splits "a, /b/c" as a user types it. */
export function toPointers(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((pointer) => pointer.trim())
    .filter(Boolean);
}

/** JSON files, a document for each text in them, or for each below the named properties. Throws NODE_FAILED naming the file. */
export async function* loadJsonFiles(
  value: string,
  pointers: readonly string[],
  { services, signal }: Pick<RunContext, 'services' | 'signal'>,
): AsyncGenerator<LoadedPart> {
  let done = 0;
  for await (const { name, size, content } of openFlowFiles(value, services)) {
    if (size > mostMegabytes * 1024 * 1024) throw fileFailure(name, `it is larger than ${mostMegabytes} MB.`);
    const job = { format: 'json', isLines: /\.jsonl$/i.test(name), pointers } as const;
    let line = 0;
    for await (const texts of parseDocument({ name, content, job }, signal)) {
      const documents = texts.map((pageContent, index) => ({
        pageContent,
        metadata: { source: name, line: line + index + 1 },
      }));
      line += texts.length;
      done += texts.length;
      yield { documents, progress: { done, total: null, unit: 'parts' } };
    }
  }
}
