import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@tendril/contract/app-error';
import { type BundlePiece, piecesOf } from './bundle-pieces.ts';
import { decodeBundle } from './decode-bundle.ts';
import type { BundleAnswer } from './parse-bundle.ts';
import { readBundle } from './read-bundle.ts';

function* answers(path: string): Generator<BundleAnswer> {
  let pieces: Generator<BundlePiece>;
  try {
    pieces = piecesOf(readBundle(decodeBundle(readFileSync(path))));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield { refusal: error.toBody() };
    return;
  }
  for (const piece of pieces) yield { piece };
  yield { isDone: true };
}

const found = answers((workerData as { path: string }).path);
// One at a time, when it is asked for: taking them all at once would block the thread that asks.
parentPort?.on('message', () => {
  const { value, done } = found.next();
  if (done) parentPort?.close();
  else parentPort?.postMessage(value);
});
