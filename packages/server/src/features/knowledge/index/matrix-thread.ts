import { Worker } from 'node:worker_threads';
import { AppError } from '@tendril/contract/app-error';
import type { MatrixHandle } from './matrix-handle.ts';
import type { MatrixAnswer, MatrixRequest } from './matrix-message.ts';

/** A thread that holds matrices too large for the event loop. */
interface MatrixThread {
  open(dimensions: number): MatrixHandle;
  close(): Promise<void>;
}

type Asked = MatrixRequest extends infer Request
  ? Request extends MatrixRequest
    ? Omit<Request, 'id' | 'matrix'>
    : never
  : never;

/** Started by the first matrix. `onLost` is called when it has ended by itself, with everything in it. */
export function createMatrixThread(onLost: () => void): MatrixThread {
  const waiting = new Map<number, { resolve(answer: MatrixAnswer): void; reject(error: Error): void }>();
  let worker: Worker | undefined;
  let lastId = 0;
  let lastMatrix = 0;

  function lose(gone: Worker): void {
    if (worker !== gone) return;
    worker = undefined;
    for (const { reject } of waiting.values())
      reject(new AppError('UNAVAILABLE', 'The search was stopped. Try again in a moment.'));
    waiting.clear();
    onLost();
  }

  function start(): Worker {
    const started = new Worker(new URL('./matrix.worker.ts', import.meta.url));
    started.unref();
    started.on('message', (answer: MatrixAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('fault' in answer) asked?.reject(new Error(answer.fault));
      else asked?.resolve(answer);
    });
    started.on('error', () => lose(started));
    started.once('exit', () => lose(started));
    return started;
  }

  function ask<A extends MatrixAnswer>(
    matrix: number,
    asked: Asked,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<A> {
    worker ??= start();
    lastId += 1;
    const id = lastId;
    worker.postMessage({ ...asked, id, matrix }, [...transfer]);
    return new Promise<A>((resolve, reject) => {
      waiting.set(id, { resolve: (answer) => resolve(answer as A), reject });
    });
  }

  return {
    open(dimensions) {
      lastMatrix += 1;
      const matrix = lastMatrix;
      let bytes = 0;
      return {
        place: 'thread',
        bytes: () => bytes,
        async append({ codes, scales }) {
          const transfer = [codes.buffer as ArrayBuffer];
          const asked: Asked = { kind: 'append', dimensions, codes, scales };
          ({ bytes } = await ask<Extract<MatrixAnswer, { bytes: number }>>(matrix, asked, transfer));
        },
        async search(question) {
          const { vector: _, ...codes } = question;
          const asked: Asked = { kind: 'search', question: codes };
          return (await ask<Extract<MatrixAnswer, { found: unknown }>>(matrix, asked)).found;
        },
        pick: (rows) => ask<Extract<MatrixAnswer, { codes: unknown }>>(matrix, { kind: 'pick', rows }),
        close: () => worker?.postMessage({ id: 0, matrix, kind: 'close' }),
      };
    },
    async close() {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
  };
}
