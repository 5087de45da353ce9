import type { ConversePart, ConverseRequest, converse } from '@tendril/catalogue/voice/converse';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createModelChain } from './model-chain.ts';

const models = [{ modelId: 'first' }, { modelId: 'second' }] as unknown as [ChatModel, ChatModel];
const request = () => ({
  messages: [],
  tools: [],
  emit: () => undefined,
  signal: new AbortController().signal,
});

/** A vendor by what each model does. */
function vendor(answers: Record<string, (request: ConverseRequest) => AsyncGenerator<ConversePart>>): {
  ask: typeof converse;
  asked: string[];
} {
  const asked: string[] = [];
  const ask: typeof converse = async function* ask(given) {
    asked.push(given.model.modelId);
    yield* answers[given.model.modelId]?.(given) ?? [];
  };
  return { ask, asked };
}

async function read(parts: AsyncGenerator<ConversePart>): Promise<string> {
  let text = '';
  for await (const part of parts) if (part.type === 'text') text += part.text;
  return text;
}

const says = (text: string) =>
  async function* say(): AsyncGenerator<ConversePart> {
    yield { type: 'text', text };
  };
const fails = async function* fail(): AsyncGenerator<ConversePart> {
  yield* [];
  throw new Error('The vendor is down.');
};

describe('models that take over', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a model that fails before its first word is replaced, for the rest of the call', async () => {
    const { ask, asked } = vendor({ first: fails, second: says('Good day.') });
    const changes: string[] = [];
    const chain = createModelChain(models, ask, (...change) => changes.push(change.join(' > ')));
    expect(await read(chain(request()))).toBe('Good day.');
    expect(await read(chain(request()))).toBe('Good day.');
    expect(asked).toEqual(['first', 'second', 'second']);
    expect(changes).toEqual(['first > second > The vendor is down.']);
  });

  it('a model that never answers is replaced within six seconds, and its request ends', async () => {
    let hasEnded = false;
    const silent = async function* hang({ signal }: ConverseRequest): AsyncGenerator<ConversePart> {
      yield* [];
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      hasEnded = true;
    };
    const { ask } = vendor({ first: silent, second: says('Here I am.') });
    const reply = read(createModelChain(models, ask, () => undefined)(request()));
    await vi.advanceTimersByTimeAsync(6000);
    expect(await reply).toBe('Here I am.');
    expect(hasEnded).toBe(true);
  });

  it('a model that fails in the middle of an answer is not replaced: nothing is said twice', async () => {
    const broken = async function* half(): AsyncGenerator<ConversePart> {
      yield { type: 'text', text: 'I think' };
      throw new Error('The line broke.');
    };
    const { ask, asked } = vendor({ first: broken, second: says('Good day.') });
    await expect(read(createModelChain(models, ask, () => undefined)(request()))).rejects.toThrow('broke');
    expect(asked).toEqual(['first']);
  });

  it('the last model’s failure is the answer’s', async () => {
    const { ask } = vendor({ first: fails, second: fails });
    await expect(read(createModelChain(models, ask, () => undefined)(request()))).rejects.toThrow('down');
  });
});
