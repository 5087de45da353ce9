import type { FastifyReply } from 'fastify';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { readRange } from '../../../platform/http/read-range.ts';
import type { CitedSource } from './cited-documents.ts';

/** What a browser may play or show by itself; everything else is bytes for our own pages to read. */
const shownTypes = /^(image\/(png|jpeg|gif|webp)|audio\/(mpeg|wav|ogg|webm|mp4|flac))$/;
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Sends a cited file, or the requested range of it, so that nothing in it can execute on our origin. */
export async function sendCitedFile(
  reply: FastifyReply,
  files: Pick<FileStore, 'stream'>,
  { workspaceId, content }: CitedSource & { content: NonNullable<CitedSource['content']> },
  size: number,
  header: string | undefined,
): Promise<FastifyReply> {
  const isShown = shownTypes.test(content.mediaType);
  reply
    .type(isShown ? content.mediaType : 'application/octet-stream')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache')
    .header('content-disposition', `attachment; filename*=UTF-8''${encoded(content.name)}`)
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff');
  const range = readRange(header, size);
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { content: bytes } = await files.stream(workspaceId, content.sha256, range);
  if (!range) return reply.header('content-length', size).send(bytes);
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1)
    .send(bytes);
}

function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
}
