import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What a browser may show inline; anything else is only downloaded. */
const shownTypes = /^(image\/(png|jpeg|gif|webp)|audio\/(mpeg|wav|ogg|webm|mp4|flac))$/;
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";

interface StoredFileAnswer {
  name: string;
  mediaType: string;
  size: number;
  content: Readable;
  isDownload: boolean;
}

/** Sends a stored file so that nothing in it can execute on our origin. */
export function sendStoredFile(
  reply: FastifyReply,
  { name, mediaType, size, content, isDownload }: StoredFileAnswer,
): FastifyReply {
  const isShown = shownTypes.test(mediaType);
  const place = isShown && !isDownload ? 'inline' : 'attachment';
  return reply
    .type(isShown ? mediaType : 'application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', `${place}; filename="${plain(name)}"; filename*=UTF-8''${encoded(name)}`)
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .send(content);
}

function plain(name: string): string {
  return name.replace(/[^\w .()-]/g, '_');
}

function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
}
