import type { ConversePart, ConverseRequest, converse } from '@tendril/catalogue/voice/converse';
import { AppError } from '@tendril/contract/app-error';
import type { ChatModel } from '@tendril/contract/provider/chat-model';

/** A model that has said nothing by then is replaced, where there is another. */
const firstPartMs = 6000;

type Ask = (request: Omit<ConverseRequest, 'model'>) => AsyncGenerator<ConversePart>;

/** Asks a model; when it fails or stays silent before its first word, the next one is asked, and stays. */
export function createModelChain(
  models: readonly [ChatModel, ...ChatModel[]],
  ask: typeof converse,
  onFallback: (from: string, to: string, reason: string) => void,
): Ask {
  let current = 0;
  return async function* chain(request) {
    for (;;) {
      const model = models[current] ?? models[0];
      const next = models[current + 1];
      let hasBegun = false;
      try {
        const parts = next ? inTime(ask, { ...request, model }) : ask({ ...request, model });
        for await (const part of parts) {
          hasBegun = true;
          yield part;
        }
        return;
      } catch (error) {
        if (hasBegun || !next || request.signal.aborted) throw error;
        current += 1;
        onFallback(model.modelId, next.modelId, error instanceof Error ? error.message : String(error));
      }
    }
  };
}

async function* inTime(ask: typeof converse, request: ConverseRequest): AsyncGenerator<ConversePart> {
  const ending = new AbortController();
  const late = new AppError('PROVIDER_UNAVAILABLE', `${request.model.modelId} did not answer in time.`);
  const timer = setTimeout(() => ending.abort(late), firstPartMs);
  const silence = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(late), { once: true });
  });
  silence.catch(() => undefined);
  const parts = ask({ ...request, signal: AbortSignal.any([request.signal, ending.signal]) });
  try {
    for (;;) {
      const next = await Promise.race([parts.next(), silence]);
      clearTimeout(timer);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    ending.abort(late);
  }
}
