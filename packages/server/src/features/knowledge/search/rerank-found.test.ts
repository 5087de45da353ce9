import { describe, expect, it } from 'vitest';
import { type Rerank, rerankFound } from './rerank-found.ts';

const found = ['one', 'two', 'three'];
const same = (text: string) => text;
const asked = (rerank: Rerank, rest: object = {}) =>
  rerankFound({
    ...{ rerank, question: 'q', found, textOf: same, limitMs: 50 },
    ...{ signal: new AbortController().signal, ...rest },
  });

describe('a reranker', () => {
  it('decides the order, and leaves out what it does not name', async () => {
    const rerank = async () => [
      { index: 2, score: 0.9 },
      { index: 0, score: 0.1 },
      { index: 7, score: 0.05 },
    ];
    expect(await asked(rerank)).toEqual({
      outcome: 'used',
      items: [
        { item: 'three', score: 0.9 },
        { item: 'one', score: 0.1 },
      ],
    });
  });

  it('that fails changes nothing', async () => {
    expect(await asked(() => Promise.reject(new Error('away')))).toEqual({ outcome: 'failed' });
  });

  it('that does not answer is not waited for', async () => {
    let wasStopped = false;
    const rerank: Rerank = (_question, _texts, signal) => {
      signal.addEventListener('abort', () => {
        wasStopped = true;
      });
      return new Promise<never>(() => undefined);
    };
    expect(await asked(rerank)).toEqual({ outcome: 'late' });
    expect(wasStopped).toBe(true);
  });

  it('ends with the question', async () => {
    const stop = new AbortController();
    const rerank: Rerank = () => {
      stop.abort(new Error('stopped'));
      return Promise.reject(new Error('away'));
    };
    await expect(asked(rerank, { signal: stop.signal })).rejects.toThrow('away');
  });

  it('is shown only the first fifty', async () => {
    let shown = 0;
    const rerank: Rerank = async (_question, texts) => {
      shown = texts.length;
      return [];
    };
    await asked(rerank, { found: Array.from({ length: 80 }, String) });
    expect(shown).toBe(50);
  });
});
