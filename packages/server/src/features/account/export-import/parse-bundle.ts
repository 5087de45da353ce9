import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, type ErrorDetail } from '@tendril/contract/app-error';
import { type Bundle, emptyBundle } from './bundle.ts';
import type { BundleFile } from './bundle-file.ts';
import { type BundlePiece, joinPiece } from './bundle-pieces.ts';
import { decodeBundle } from './decode-bundle.ts';
import { readBundle } from './read-bundle.ts';

const longestMs = 60_000;
/** So little is read at once, without a thread. */
const tinyBytes = 64 * 1024;
/** Large files wait for each other, and no small one waits for them. */
const smallBytes = 16 * 1024 * 1024;

/** What the worker answers, each time it is asked. */
export type BundleAnswer =
  | { piece: BundlePiece }
  | { isDone: true }
  | { refusal: { code: ErrorCode; message: string; details?: ErrorDetail[] } };

const lines: Record<'small' | 'large', { last: Promise<unknown>; mostHeapMb: number }> = {
  small: { last: Promise.resolve(), mostHeapMb: 512 },
  large: { last: Promise.resolve(), mostHeapMb: 2048 },
};

/**
 * Parses a bundle in a thread of its own, one small and one large at a time: however large or hostile the file, the
 * server stays responsive, and the thread's memory and time are bounded. Throws INVALID_INPUT, or TOO_LARGE past the
 * bounds.
 */
export async function parseBundle({ path, bytes }: Pick<BundleFile, 'path' | 'bytes'>): Promise<Bundle> {
  if (bytes <= tinyBytes) return readBundle(decodeBundle(await readFile(path)));
  const line = lines[bytes <= smallBytes ? 'small' : 'large'];
  const next = line.last.then(() => parseInThread(path, line.mostHeapMb));
  line.last = next.catch(() => undefined);
  return next;
}

function parseInThread(path: string, mostHeapMb: number): Promise<Bundle> {
  return new Promise<Bundle>((resolve, reject) => {
    const bundle = emptyBundle();
    const worker = new Worker(new URL('./bundle-worker.ts', import.meta.url), {
      workerData: { path },
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
    });
    const end = () => {
      clearTimeout(timer);
      void worker.terminate();
    };
    const refuse = (error: unknown) => {
      end();
      reject(error);
    };
    const timer = setTimeout(() => refuse(tooMuch()), longestMs);
    worker.on('message', (answer: BundleAnswer) => {
      if ('refusal' in answer) {
        const { code, message, details } = answer.refusal;
        return refuse(new AppError(code, message, details ? { details } : {}));
      }
      if ('isDone' in answer) {
        end();
        return resolve(bundle);
      }
      joinPiece(bundle, answer.piece);
      worker.postMessage('next');
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    );
    worker.once('exit', () => refuse(tooMuch()));
    worker.postMessage('next');
  });
}

function tooMuch(): AppError {
  return new AppError('TOO_LARGE', 'The bundle is too large or complex to read.');
}
