import { open } from 'node:fs/promises';
import type { ContentSource } from '../content-storage.ts';
import type { SendToBucket } from './object-storage.ts';

/** The size of one part of a large object, and of the largest that is sent whole. */
const partBytes = 16 * 1024 * 1024;

/**
 * Stores an object. A large file is sent in parts, of which one is in memory at a time; of an upload that fails no
 * part is left behind. Existing objects of the name are replaced.
 */
export async function uploadObject(send: SendToBucket, name: string, source: ContentSource): Promise<void> {
  if ('bytes' in source) return putWhole(send, name, source.bytes);
  const file = await open(source.path, 'r');
  const readPart = async (at: number) => {
    const part = Buffer.alloc(Math.min(partBytes, source.size - at));
    for (let done = 0; done < part.length; ) {
      const { bytesRead } = await file.read(part, done, part.length - done, at + done);
      if (bytesRead === 0) throw new Error(`${source.path} became shorter during its upload`);
      done += bytesRead;
    }
    return part;
  };
  try {
    if (source.size <= partBytes) return await putWhole(send, name, await readPart(0));
    await putInParts(send, name, source.size, readPart);
  } finally {
    await file.close();
  }
}

async function putWhole(send: SendToBucket, name: string, body: Uint8Array): Promise<void> {
  await discard(await send({ method: 'PUT', name, body }));
}

async function putInParts(
  send: SendToBucket,
  name: string,
  size: number,
  readPart: (at: number) => Promise<Buffer>,
): Promise<void> {
  const begun = await send({ method: 'POST', name, query: { uploads: '' } });
  const [, uploadId] = /<UploadId>([^<]+)<\/UploadId>/.exec(await begun.text()) ?? [];
  if (!uploadId) throw new Error('The bucket began no upload.');
  try {
    const tags: string[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const response = await send({ method: 'PUT', name, query, body: await readPart(at) });
      await discard(response);
      tags.push(response.headers.get('etag') ?? '');
    }
    await complete(send, name, uploadId, tags);
  } catch (error) {
    const query = { uploadId };
    await send({ method: 'DELETE', name, query, expected: [404] }).then(discard, () => undefined);
    throw error;
  }
}

async function complete(
  send: SendToBucket,
  name: string,
  uploadId: string,
  tags: readonly string[],
): Promise<void> {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const headers = { 'content-type': 'application/xml' };
  const response = await send({ method: 'POST', name, query: { uploadId }, headers, body });
  const text = await response.text();
  // The status is sent before the parts are joined: a failure then follows in the body of a 200.
  if (text.includes('<Error>')) throw new Error(`The bucket did not join the parts: ${text.slice(0, 500)}`);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}
