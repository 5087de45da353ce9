import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import type { StoreEmbedder } from './store-embedder.ts';

const most = 6;
const least = 1;
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
const mostTries = 6;

/** Embeds texts in several requests at once, and in fewer where the vendor limits them. */
export interface PatientEmbedder {
  readonly embedding: string;
  embed(texts: string[]): Promise<Float32Array[]>;
  takeUsed: StoreEmbedder['takeUsed'];
}

/** Requests that a vendor refuses for their number are made again when it says so, else after ever longer waits. */
export function embedPatiently(
  { embedding, embed, takeUsed }: StoreEmbedder,
  signal: AbortSignal,
): PatientEmbedder {
  let places = most;
  let busy = 0;
  let successes = 0;
  let pausedUntil = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    while (busy >= places) await new Promise<void>((resolve) => waiting.push(resolve));
    busy += 1;
  }

  function leave(): void {
    busy -= 1;
    for (const next of waiting.splice(0)) next();
  }

  /** Everybody waits, not only who was refused. */
  function slowDown(error: AppError, tries: number): void {
    places = Math.max(least, Math.floor(places / 2));
    successes = 0;
    const waitMs = error.retryAfterMs ?? firstWaitMs * 2 ** tries;
    pausedUntil = Math.max(pausedUntil, performance.now() + Math.min(longestWaitMs, waitMs));
  }

  async function attempt(texts: string[]): Promise<Float32Array[]> {
    for (let tries = 0; ; tries += 1) {
      const pauseMs = pausedUntil - performance.now();
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal, ref: false });
      try {
        const vectors = await embed(texts);
        successes += 1;
        if (successes % most === 0) places = Math.min(most, places + 1);
        return vectors;
      } catch (error) {
        const isLimited = error instanceof AppError && error.code === 'PROVIDER_RATE_LIMITED';
        if (!isLimited || tries + 1 >= mostTries) throw error;
        slowDown(error, tries);
      }
    }
  }

  return {
    embedding,
    takeUsed,
    async embed(texts) {
      if (texts.length === 0) return [];
      await enter();
      try {
        return await attempt(texts);
      } finally {
        leave();
      }
    },
  };
}
