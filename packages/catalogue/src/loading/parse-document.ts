import { AppError } from '@tendril/contract/app-error';
import type { ParsedPieces, ParseJob } from './parse-message.ts';
import { ParserThread, type ParseSource } from './parser-thread.ts';

const mostMegabytes = 50;

/** Throws TOO_LARGE rather than returning more than a document may have. */
async function* bounded(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > mostMegabytes * 1024 * 1024)
      throw new AppError('TOO_LARGE', `"${name}" is larger than ${mostMegabytes} MB.`);
    yield part;
  }
}

/** The pieces of one document, parsed in a separate thread. Throws NODE_FAILED naming the file and why, TOO_LARGE. */
export async function* parseDocument<Job extends ParseJob>(
  source: ParseSource<Job>,
  signal: AbortSignal,
): AsyncGenerator<ParsedPieces[Job['format']]> {
  const { name, job } = source;
  // Rows are streamed: a table may be as large as an upload.
  const content = job.format === 'csv' ? source.content : bounded(name, source.content);
  const thread = new ParserThread();
  try {
    yield* thread.parse({ ...source, content }, signal);
  } finally {
    await thread.close();
  }
}
