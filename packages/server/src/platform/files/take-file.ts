import { toFileName } from './file-name.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { headBytes, mediaTypeOf } from './media-type.ts';

/** An incoming file: its sender's name for it, and its bytes. */
export interface IncomingFile {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A file that is stored and has no owner yet. */
export interface TakenFile extends StoredFile {
  readonly name: string;
  readonly mediaType: string;
}

/** Checks the first bytes of a file, then streams it into the store. Throws UNSUPPORTED_MEDIA_TYPE or TOO_LARGE. */
export async function takeFile(
  files: FileStore,
  workspaceId: string,
  file: IncomingFile,
  maxBytes: number,
): Promise<TakenFile> {
  const name = toFileName(file.name);
  const parts = file.content[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let seen = 0;
  while (seen < headBytes) {
    const { done, value } = await parts.next();
    if (done) break;
    head.push(value);
    seen += value.length;
  }
  const mediaType = mediaTypeOf(name, Buffer.concat(head).subarray(0, headBytes));
  const stored = await files.put(workspaceId, rejoin(head, parts), maxBytes);
  return { ...stored, name, mediaType };
}

async function* rejoin(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* head;
  for (let part = await rest.next(); !part.done; part = await rest.next()) yield part.value;
}
