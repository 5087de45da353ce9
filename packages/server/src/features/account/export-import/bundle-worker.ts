import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@tendril/contract/app-error';
import type { BundleAnswer } from './parse-bundle.ts';
import { readBundle } from './read-bundle.ts';

function answer(path: string): BundleAnswer {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    return { bundle: readBundle(text) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.toBody() };
    if (error instanceof TypeError)
      return { refusal: { code: 'INVALID_INPUT', message: 'The file is not UTF-8 text.' } };
    throw error;
  }
}

parentPort?.postMessage(answer((workerData as { path: string }).path));
