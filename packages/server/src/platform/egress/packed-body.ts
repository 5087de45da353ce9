import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AnswerBody, type ByteSink, type ByteSource } from './answer-body.ts';

const unpackers: Record<string, () => Transform> = {
  br: createBrotliDecompress,
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
};

/** The body of a response that came compressed although we did not ask for it; undefined for unknown encodings. */
export function openPackedBody(
  encoding: string,
  network: ByteSource,
  maxBytes: number,
): { sink: ByteSink; body: AnswerBody } | undefined {
  const name = encoding.toLowerCase();
  const unpacker = Object.hasOwn(unpackers, name) ? unpackers[name]?.() : undefined;
  if (!unpacker) return undefined;

  const body = new AnswerBody(
    {
      pause: () => unpacker.pause(),
      resume: () => unpacker.resume(),
      abort(reason) {
        unpacker.destroy();
        network.abort(reason);
      },
    },
    maxBytes,
  );
  unpacker
    .on('data', (bytes: Buffer<ArrayBuffer>) => body.push(bytes))
    .on('end', () => body.end())
    .on('drain', () => network.resume())
    .on('error', (error) => {
      body.fail(error);
      network.abort(error);
    });
  const sink: ByteSink = {
    push(bytes) {
      if (!unpacker.write(bytes)) network.pause();
    },
    end: () => void unpacker.end(),
    fail(error) {
      unpacker.destroy();
      body.fail(error);
    },
  };
  return { sink, body };
}
