import { ReadableStream as NodeStream } from 'node:stream/web';

/** A stream of the parts. Node's own constructor makes it: the types of browsers, under which tests read this too, have none. */
export function streamOf<T>(parts: Iterable<T> | AsyncIterable<T>): ReadableStream<T> {
  return NodeStream.from(parts) as unknown as ReadableStream<T>;
}
