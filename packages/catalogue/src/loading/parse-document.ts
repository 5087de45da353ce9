import { Worker } from 'node:worker_threads';
import { AppError } from '@tendril/contract/app-error';
import { fileFailure } from './file-failure.ts';
import type { ParsedPiece, ParseJob } from './parse-message.ts';

const mostMegabytes = 50;
const pieceMs = 60_000;
const documentMs = 600_000;

export interface Piece {
  text: string;
  number: number;
  total: number;
}

interface ParseSource {
  name: string;
  bytes: Uint8Array;
  format: ParseJob['format'];
}

const formatNames = { pdf: 'PDF', docx: 'Word document' };

function startWorker({ format, bytes }: ParseSource): Worker {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    workerData: { format, bytes } satisfies ParseJob,
    env: {},
    // Warnings of the parsers about odd files are no news for our log.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

function whyCrashed(error: Error, format: ParseJob['format']): string {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory
    ? 'it takes too much memory to read'
    : `it cannot be read as a ${formatNames[format]} (${error.message.slice(0, 200)})`;
}

function ask(
  worker: Worker,
  { name, format }: ParseSource,
  ms: number,
  signal: AbortSignal,
): Promise<ParsedPiece> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
      signal.removeEventListener('abort', stop);
      act();
    };
    const fail = (why: string, cause?: unknown) => settle(() => reject(fileFailure(name, why, cause)));
    const stop = () => settle(() => reject(signal.reason));
    const timer = setTimeout(() => fail('it takes too long to read'), ms);
    worker.once('message', (piece: ParsedPiece) => settle(() => resolve(piece)));
    worker.once('error', (error: Error) => fail(whyCrashed(error, format), error));
    worker.once('exit', () => fail(`it cannot be read as a ${formatNames[format]}`));
    signal.addEventListener('abort', stop, { once: true });
    worker.postMessage('next');
  });
}

/**
 * The pieces of a PDF or Word document, read in a thread of its own with bounds on memory and time, so that a hostile
 * file neither stops the server nor fills it. Throws NODE_FAILED naming the file and why, TOO_LARGE.
 */
export async function* parseDocument(source: ParseSource, signal: AbortSignal): AsyncGenerator<Piece> {
  const { name, bytes, format } = source;
  if (bytes.length > mostMegabytes * 1024 * 1024)
    throw new AppError('TOO_LARGE', `"${name}" is larger than ${mostMegabytes} MB.`);
  signal.throwIfAborted();
  const deadline = performance.now() + documentMs;
  const worker = startWorker(source);
  try {
    for (;;) {
      const left = Math.min(pieceMs, deadline - performance.now());
      const piece = await ask(worker, source, Math.max(1, left), signal);
      if (piece.kind === 'end') return;
      if (piece.kind === 'failed')
        throw fileFailure(name, `it cannot be read as a ${formatNames[format]}: ${piece.why}`);
      yield { text: piece.text, number: piece.number, total: piece.total };
    }
  } finally {
    await worker.terminate();
  }
}
