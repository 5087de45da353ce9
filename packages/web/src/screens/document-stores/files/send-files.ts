import { uploadDocumentFiles } from '@tendril/contract/api/document-files';
import { call } from '../../../kit/api/call.ts';
import type { PathedFile } from './dropped-files.ts';
import type { FilesPlace } from './files.queries.ts';

/** One request takes this many files, and about this many bytes. */
const filesAtOnce = 20;
const bytesAtOnce = 20 * 1024 * 1024;

/** What became of files that were sent. */
export interface SentFiles {
  added: number;
  replaced: number;
  unchanged: number;
  refused: { key: string; message: string }[];
}

/** Files in requests of a fitting size. */
function inParts(files: readonly PathedFile[]): PathedFile[][] {
  const parts: PathedFile[][] = [];
  let bytes = 0;
  for (const one of files) {
    const last = parts.at(-1);
    if (!last || last.length >= filesAtOnce || bytes + one.file.size > bytesAtOnce) {
      parts.push([one]);
      bytes = one.file.size;
    } else {
      last.push(one);
      bytes += one.file.size;
    }
  }
  return parts;
}

interface Sending {
  files: readonly PathedFile[];
  /** Makes the source searchable, where it is not yet. */
  isUpserting?: boolean;
  /** Called after each request. */
  onSent: (done: number, last: PathedFile | undefined) => Promise<void> | void;
}

/** Sends files to a source, a few at a time. `sum` counts what is stored, also where a later request fails. */
export async function sendFiles(
  params: FilesPlace,
  { files, isUpserting = false, onSent }: Sending,
  sum: SentFiles,
): Promise<void> {
  let done = 0;
  for (const part of inParts(files)) {
    const form = new FormData();
    form.append('keys', JSON.stringify(part.map(({ path }) => path)));
    if (isUpserting) form.append('upsert', 'true');
    for (const { file } of part) form.append('files', file, file.name);
    const answer = await call(uploadDocumentFiles, { params, form });
    for (const key of ['added', 'replaced', 'unchanged'] as const) sum[key] += answer[key];
    sum.refused.push(...answer.refused);
    done += part.length;
    await onSent(done, part.at(-1));
  }
}
