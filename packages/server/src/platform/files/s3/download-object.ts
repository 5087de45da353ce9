import { Readable } from 'node:stream';
import type { SendToBucket } from './object-storage.ts';

const resumptions = 4;

interface StoredObject {
  /** Of the whole object. */
  size: number;
  /** From `start` to `end`, both included. */
  read(start: number, end: number): Readable;
}

/**
 * Opens an object for reading; undefined when there is none. A download that breaks off is resumed where it stopped, as
 * long as it gets on.
 */
export async function openObject(send: SendToBucket, name: string): Promise<StoredObject | undefined> {
  const head = await send({ method: 'HEAD', name, expected: [404] });
  if (head.status === 404) return undefined;
  const size = Number(head.headers.get('content-length') ?? 0);
  return {
    size,
    read: (start, end) => Readable.from(readRange(send, name, start, end), { objectMode: false }),
  };
}

async function* readRange(
  send: SendToBucket,
  name: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let at = start;
  for (let resumed = 0; at <= end; resumed += 1) {
    const response = await send({ method: 'GET', name, headers: { range: `bytes=${at}-${end}` } });
    if (response.status !== 206 && at > 0) throw new Error('The bucket does not send ranges.');
    const before = at;
    try {
      for await (const part of response.body ?? []) {
        at += part.length;
        yield part;
      }
      if (at <= end) throw new Error(`The bucket sent ${at - start} bytes of ${end - start + 1}.`);
    } catch (error) {
      if (at > before) resumed = 0;
      if (resumed === resumptions) throw error;
    }
  }
}
