import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { testOutsideStore } from '@tendril/contract/api/outside-stores';
import { AppError } from '@tendril/contract/app-error';
import { askWithin, type OutsideClient } from './outside-client.ts';

type TestAnswer = Answer<typeof testOutsideStore>;
type Step = TestAnswer['steps'][number];

const askMs = 15_000;
/** What has just been written is found late by some vendors. */
const findWaitsMs = [0, 200, 500, 1000, 2000, 4000];

interface OutsideTest {
  open(): Promise<OutsideClient>;
  /** How many numbers the vectors of the chosen embeddings have. */
  countDimensions(): Promise<number>;
  signal: AbortSignal;
}

/** Checks a vector store by what will be done with it; the vector that is written for it is removed again. */
export async function testOutside({ open, countDimensions, signal }: OutsideTest): Promise<TestAnswer> {
  const steps: Step[] = [];
  const answer: TestAnswer = { isOk: false, dimensions: null, stored: null, steps };
  const attempt = async <T>(step: Step['step'], work: () => Promise<T>): Promise<T | undefined> => {
    const startedAt = performance.now();
    const note = (error: string | null) =>
      steps.push({ step, tookMs: Math.round(performance.now() - startedAt), error });
    try {
      const result = await work();
      note(null);
      return result;
    } catch (error) {
      // A field that is wrong is shown at its place.
      if (signal.aborted || !(error instanceof AppError) || error.code === 'INVALID_INPUT') throw error;
      note(error.message);
      return undefined;
    }
  };
  const client = await attempt('connect', async () => {
    const opened = await open();
    const { count } = opened.store;
    if (count) answer.stored = await askWithin(opened, askMs, signal, (context) => count(context));
    return opened;
  });
  if (!client) return answer;
  const dimensions = await attempt('embed', countDimensions);
  if (dimensions === undefined) return answer;
  answer.dimensions = dimensions;
  const probe = probeOf(dimensions);
  const { store } = client;
  const isWritten = await attempt('write', async () => {
    await askWithin(client, askMs, signal, (context) => store.insert([probe], context));
    return true;
  });
  if (!isWritten) return answer;
  const isFound = await attempt('find', () => find(client, probe, signal));
  const isRemoved = await attempt('remove', async () => {
    await askWithin(client, askMs, signal, async (context) => store.remove?.([probe.id], context));
    return true;
  });
  answer.isOk = isFound === true && isRemoved === true;
  return answer;
}

/** A vector that no text has: every number is the same but for the sign. */
function probeOf(dimensions: number) {
  const size = 1 / Math.sqrt(dimensions);
  const vector = Array.from({ length: dimensions }, (_, at) => ((at * 7) % 3 === 0 ? -size : size));
  return { id: randomUUID(), pageContent: '', metadata: { knowledgeBase: 'test' }, vector };
}

async function find(
  client: OutsideClient,
  { id, vector }: ReturnType<typeof probeOf>,
  signal: AbortSignal,
): Promise<true> {
  const query = { text: '', vector, count: 10, wantsVectors: false };
  for (const waitMs of findWaitsMs) {
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
    const found = await askWithin(client, askMs, signal, (context) => client.store.search(query, context));
    if (found.some((one) => one.id?.toLowerCase() === id)) return true;
  }
  throw new AppError('PROVIDER_REFUSED', `${client.label} did not find the vector that was just written.`);
}
