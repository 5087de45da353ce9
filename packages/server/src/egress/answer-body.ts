import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '@tendril/contract/app-error';

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  br: createBrotliDecompress,
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
};

/** Unpacks a body that came compressed although we did not ask for it. */
export function decodeBody(body: Readable, encoding: string | undefined): Readable {
  const decoder = encoding === undefined ? undefined : decoders[encoding.toLowerCase()];
  if (!decoder) return body;
  const decoded = decoder();
  body.on('error', (error) => decoded.destroy(error));
  decoded.on('close', () => body.destroy());
  return body.pipe(decoded);
}

/** A Node stream as a web stream that errors with TOO_LARGE past `maxBytes`; cancelling closes the socket. */
export function toLimitedStream(body: Readable, maxBytes: number): ReadableStream<Uint8Array> {
  let size = 0;
  let isOver = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        body.on('data', (chunk: Buffer) => {
          size += chunk.length;
          // Pieces already on their way still arrive after a cancel.
          if (isOver) return;
          if (size > maxBytes) return void body.destroy(tooLarge());
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) body.pause();
        });
        body.on('end', () => {
          if (!isOver) controller.close();
        });
        body.on('error', (error) => {
          isOver = true;
          controller.error(error);
        });
      },
      pull() {
        body.resume();
      },
      cancel() {
        isOver = true;
        body.destroy();
      },
    },
    { highWaterMark: 32 },
  );
}

function tooLarge(): AppError {
  return new AppError('TOO_LARGE', 'The answer is larger than allowed.');
}
