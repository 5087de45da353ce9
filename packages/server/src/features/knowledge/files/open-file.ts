import { createHash } from 'node:crypto';
import type { LoadedBlocks } from '@tendril/contract/provider/loaded-blocks';
import type { Scope } from '../../../platform/db/scope.ts';
import { type OpenedLoader, openContent, type ProcessParts, settingsOf } from '../document-stores/public.ts';
import type { DocumentFileRow } from './document-files.store.ts';
import type { FileJob } from './file-job.ts';

/** The content of a file. */
export type FileContent = {
  name: string;
  mediaType?: string | undefined;
  /** What every chunk of it carries, beside its name. */
  metadata?: Record<string, unknown>;
  /** SHA-256 where it is known already. */
  contentHash?: string | undefined;
} & (
  | { bytes: Uint8Array }
  | { stream: AsyncIterable<Uint8Array> }
  | { blocks: AsyncIterable<LoadedBlocks> }
  /** As a node reads it; its hash is asked when it was read. */
  | { opened: OpenedLoader; readHash(): Promise<string | undefined> }
);

/** What the row of a file says of the content that was read. */
export type ContentFacts = Partial<Pick<DocumentFileRow, 'contentHash' | 'bytes'>>;

/** A file that can be read; its facts are asked when it was. */
export interface OpenedFile {
  opened: OpenedLoader;
  facts: () => ContentFacts | Promise<ContentFacts>;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The same bytes, of which the hash is known at the end. */
function hashed(stream: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* content(): AsyncGenerator<Uint8Array> {
    for await (const part of stream) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  }
  return { content: content(), result: () => ({ contentHash: hash.digest('hex'), bytes }) };
}

export async function openFile(
  parts: ProcessParts,
  scope: Scope,
  job: Pick<FileJob, 'loader' | 'signal'>,
  content: FileContent,
): Promise<OpenedFile> {
  const toFacts = (contentHash: string | undefined) => (contentHash === undefined ? {} : { contentHash });
  if ('opened' in content)
    return { opened: content.opened, facts: async () => toFacts(await content.readHash()) };
  const { loader, signal } = job;
  const { nodes } = parts;
  const services = parts.provide(scope, loader.storeId);
  const { name, metadata } = content;
  const request = { nodes, services, settings: settingsOf(loader), signal };
  if ('blocks' in content) {
    const opened = await openContent(request, { name, content: { blocks: content.blocks }, metadata });
    return { opened, facts: () => toFacts(content.contentHash) };
  }
  const tapped = hashed('bytes' in content ? once(content.bytes) : content.stream);
  const opened = await openContent(request, { name, content: tapped.content, metadata });
  return { opened, facts: tapped.result };
}
