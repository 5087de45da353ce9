import { parentPort } from 'node:worker_threads';
import { AppError } from '@tendril/contract/app-error';
import type { EmbeddingAnswer, EmbeddingRequest } from './embedding-message.ts';
import { openStaticModel, type StaticModel } from './static-model.ts';

/** The model that was asked last stays; a table may have half a gigabyte. */
let kept: { folder: string; model: Promise<StaticModel> } | undefined;

async function answer({ id, folder, texts }: EmbeddingRequest): Promise<EmbeddingAnswer> {
  try {
    if (kept?.folder !== folder) kept = { folder, model: openStaticModel(folder) };
    const { dimensions, embed } = await kept.model;
    return { id, dimensions, vectors: embed(texts) };
  } catch (error) {
    kept = undefined;
    const isRefusal = error instanceof AppError;
    return { id, fault: (error as Error).message, isRefusal };
  }
}

let last = Promise.resolve();
parentPort?.on('message', (request: EmbeddingRequest) => {
  last = last.then(async () => {
    const made = await answer(request);
    parentPort?.postMessage(made, 'vectors' in made ? [made.vectors.buffer] : []);
  });
});
