import { Worker } from 'node:worker_threads';
import { AppError } from '@tendril/contract/app-error';
import type { EmbeddingAnswer, EmbeddingRequest } from './embedding-message.ts';

type Embedded = Extract<EmbeddingAnswer, { vectors: unknown }>;

/** A thread that reads local models: neither their tables nor their work are on the event loop. */
interface EmbeddingThread {
  /** Throws NODE_FAILED for a model that cannot be used, UNAVAILABLE when the thread has ended. */
  embed(folder: string, texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  close(): Promise<void>;
}

/** A table that is not requested for this long is no longer kept in memory. */
const idleMs = 10 * 60_000;
/** Of one request; the first one reads the table. */
const requestMs = 120_000;

interface Waiting {
  resolve(answer: Embedded): void;
  reject(error: Error): void;
}

/** Started by the first request, ended when there has been none for a while. */
export function createEmbeddingThread(): EmbeddingThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  function lose(gone: Worker): void {
    if (worker !== gone) return;
    worker = undefined;
    clearTimeout(idle);
    for (const { reject } of waiting.values())
      reject(new AppError('UNAVAILABLE', 'The local model was stopped. Try again in a moment.'));
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL('./embedding.worker.ts', import.meta.url));
    started.unref();
    started.on('message', (answer: EmbeddingAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (!('fault' in answer)) asked?.resolve(answer);
      else
        asked?.reject(answer.isRefusal ? new AppError('NODE_FAILED', answer.fault) : new Error(answer.fault));
      rest();
    });
    started.on('error', () => lose(started));
    started.once('exit', () => lose(started));
    return started;
  }

  /** Ends the thread later, unless it is asked again. */
  function rest(): void {
    clearTimeout(idle);
    if (waiting.size > 0) return;
    idle = setTimeout(() => void worker?.terminate(), idleMs);
    idle.unref();
  }

  return {
    async embed(folder, texts, signal) {
      signal.throwIfAborted();
      clearTimeout(idle);
      worker ??= start();
      lastId += 1;
      const request: EmbeddingRequest = { id: lastId, folder, texts };
      const limit = AbortSignal.any([signal, AbortSignal.timeout(requestMs)]);
      const answer = new Promise<Embedded>((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        const stop = () => {
          if (waiting.delete(request.id)) reject(limit.reason as Error);
        };
        limit.addEventListener('abort', stop, { once: true });
      });
      worker.postMessage(request);
      return answer;
    },
    async close() {
      clearTimeout(idle);
      const gone = worker;
      if (!gone) return;
      lose(gone);
      await gone.terminate();
    },
  };
}
