import { AppError } from '@tendril/contract/app-error';
import type { ParsedPieces, ParseJob } from './parse-message.ts';
import { ParserThread, type ParseSource } from './parser-thread.ts';

const mostMegabytes = 50;
const idleMs = 2000;
/** Kinds of which thousands may be read in a row, each in less time than a thread takes to start. */
const quickKinds = new Set(['text', 'markdown', 'html', 'code', 'json', 'jsonl', 'csv', 'tsv']);

let idle: { thread: ParserThread; ending: NodeJS.Timeout } | undefined;

function takeThread(): ParserThread {
  const waiting = idle;
  idle = undefined;
  clearTimeout(waiting?.ending);
  return waiting?.thread ?? new ParserThread();
}

/** Keeps a thread for a moment, for the next document. */
async function giveBack(thread: ParserThread, job: ParseJob): Promise<void> {
  const isQuick = job.format === 'blocks' && quickKinds.has(job.kind);
  if (idle || !isQuick || !thread.rest()) return thread.close();
  const end = () => {
    if (idle?.thread === thread) idle = undefined;
    void thread.close();
  };
  idle = { thread, ending: setTimeout(end, idleMs).unref() };
}

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
  const isStreamed =
    job.format === 'csv' || (job.format === 'blocks' && (job.kind === 'csv' || job.kind === 'tsv'));
  const content = isStreamed ? source.content : bounded(name, source.content);
  const thread = takeThread();
  try {
    yield* thread.parse({ ...source, content }, signal);
  } finally {
    await giveBack(thread, job);
  }
}
