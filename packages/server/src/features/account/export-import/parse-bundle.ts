import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, type ErrorDetail } from '@tendril/contract/app-error';
import type { Bundle } from './bundle.ts';

const longestMs = 60_000;
const mostHeapMb = 2048;

/** The worker's result for a file. */
export type BundleAnswer =
  | { bundle: Bundle }
  | { refusal: { code: ErrorCode; message: string; details?: ErrorDetail[] } };

let line: Promise<unknown> = Promise.resolve();

/**
 * Parses a bundle in a thread of its own, one at a time: however large or hostile the file, the server stays
 * responsive, and the thread's memory and time are bounded. Throws INVALID_INPUT, or TOO_LARGE past the bounds.
 */
export function parseBundle(path: string): Promise<Bundle> {
  const next = line.then(() => parseInThread(path));
  line = next.catch(() => undefined);
  return next;
}

function parseInThread(path: string): Promise<Bundle> {
  return new Promise<Bundle>((resolve, reject) => {
    const worker = new Worker(new URL('./bundle-worker.ts', import.meta.url), {
      workerData: { path },
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
    });
    const refuse = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
      void worker.terminate();
    };
    const timer = setTimeout(() => refuse(tooMuch()), longestMs);
    worker.once('message', (answer: BundleAnswer) => {
      clearTimeout(timer);
      if ('bundle' in answer) return resolve(answer.bundle);
      const { code, message, details } = answer.refusal;
      reject(new AppError(code, message, details ? { details } : {}));
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    );
    worker.once('exit', () => refuse(tooMuch()));
  });
}

function tooMuch(): AppError {
  return new AppError('TOO_LARGE', 'The bundle is too large or complex to read.');
}
