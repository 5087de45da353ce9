import { Worker } from 'node:worker_threads';
import { fileFailure } from './file-failure.ts';
import type { FromParser, ParsedPieces, ParseFormat, ParseJob, ToParser } from './parse-message.ts';
import type { FileFormat } from './reading/file-format.ts';

const pieceMs = 60_000;
const documentMs = 600_000;

const kindNames: Partial<Record<FileFormat, string>> = {
  pdf: 'a PDF',
  docx: 'a Word document',
  xlsx: 'an Excel workbook',
  pptx: 'a PowerPoint presentation',
  odf: 'an OpenDocument file',
  epub: 'an EPUB book',
  html: 'a web page',
  csv: 'CSV',
  tsv: 'a table',
  json: 'JSON',
  jsonl: 'JSON Lines',
  email: 'an e-mail',
  mailbox: 'a mailbox',
  text: 'text',
  markdown: 'text',
  code: 'text',
};

const formatNames: Record<ParseFormat, string> = {
  pdf: 'a PDF',
  docx: 'a Word document',
  xlsx: 'an Excel workbook',
  pptx: 'a PowerPoint presentation',
  epub: 'an EPUB book',
  csv: 'CSV',
  json: 'JSON',
  html: 'a web page',
  sitemap: 'a sitemap',
  feed: 'a feed',
  blocks: 'a document',
};

/** A document, and how to parse it. */
export interface ParseSource<Job extends ParseJob = ParseJob> {
  /** Its name in error messages. */
  name: string;
  content: AsyncIterable<Uint8Array>;
  job: Job;
}

/**
 * Parses untrusted documents in a separate thread with bounds on memory and time, so that a hostile one can neither
 * block the server nor exhaust it. A stopped thread is replaced with the next document; documents are processed
 * sequentially.
 */
export class ParserThread {
  readonly #limits: { pieceMs: number; documentMs: number };
  #worker: Worker | undefined;

  constructor(limits = { pieceMs, documentMs }) {
    this.#limits = limits;
  }

  /** The pieces of a document, each parsed on request. Throws NODE_FAILED naming the document and why. */
  async *parse<Job extends ParseJob>(
    source: ParseSource<Job>,
    signal: AbortSignal,
  ): AsyncGenerator<ParsedPieces[Job['format']]> {
    signal.throwIfAborted();
    const { name, job } = source;
    const deadline = performance.now() + this.#limits.documentMs;
    const input = source.content[Symbol.asyncIterator]();
    const worker = this.#start();
    let isOver = false;
    try {
      post(worker, { kind: 'begin', job });
      post(worker, { kind: 'next' });
      for (;;) {
        const left = Math.min(this.#limits.pieceMs, deadline - performance.now());
        const answer = await listen(worker, source, Math.max(1, left), signal);
        if (answer.kind === 'more') {
          const { done, value } = await input.next();
          postBytes(worker, done ? undefined : value);
          continue;
        }
        if (answer.kind !== 'piece') isOver = true;
        if (answer.kind === 'end') return;
        if (answer.kind === 'failed')
          throw fileFailure(
            name,
            answer.isRefusal ? answer.why : `it cannot be read as ${formatName(job)}: ${answer.why}`,
          );
        yield answer.piece as ParsedPieces[Job['format']];
        post(worker, { kind: 'next' });
      }
    } finally {
      // A thread in the middle of a document cannot start another.
      if (!isOver) await this.close();
      await input.return?.();
    }
  }

  /** Whether a thread waits for its next document; from now on it keeps no process alive. */
  rest(): boolean {
    this.#worker?.unref();
    return this.#worker !== undefined;
  }

  /** Terminates the thread, whatever it is doing. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) {
      this.#worker.ref();
      return this.#worker;
    }
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      env: {},
      // Parser warnings about odd files do not belong into our log.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }
}

const formatName = (job: ParseJob) =>
  (job.format === 'blocks' ? kindNames[job.kind] : undefined) ?? formatNames[job.format];

const post = (worker: Worker, message: ToParser) => worker.postMessage(message);

/** The bytes change hands: this thread never holds a document that the other one has. */
function postBytes(worker: Worker, bytes: Uint8Array | undefined): void {
  if (!bytes) {
    post(worker, { kind: 'bytes', bytes });
    return;
  }
  // A buffer may be a part of a pool, or be read again: only a copy can be given away.
  const given = new Uint8Array(bytes);
  worker.postMessage({ kind: 'bytes', bytes: given } satisfies ToParser, [given.buffer]);
}

function whyCrashed(error: Error, job: ParseJob): string {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory
    ? 'it takes too much memory to read'
    : `it cannot be read as ${formatName(job)} (${error.message.slice(0, 200)})`;
}

function listen(
  worker: Worker,
  { name, job }: ParseSource,
  ms: number,
  signal: AbortSignal,
): Promise<FromParser> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', take).off('error', crash).off('exit', leave);
      signal.removeEventListener('abort', stop);
      act();
    };
    const fail = (why: string, cause?: unknown) => settle(() => reject(fileFailure(name, why, cause)));
    const stop = () => settle(() => reject(signal.reason));
    const take = (message: FromParser) => settle(() => resolve(message));
    const crash = (error: Error) => fail(whyCrashed(error, job), error);
    const leave = () => fail(`it cannot be read as ${formatName(job)}`);
    const timer = setTimeout(() => fail('it takes too long to read'), ms);
    worker.once('message', take).once('error', crash).once('exit', leave);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
