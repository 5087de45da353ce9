import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { embedWithin } from './embed-within.ts';
import { embeddingLimits } from './embedding-limits.ts';

const refusal = (statusCode: number, message: string) =>
  new APICallError({ message, url: 'http://vendor.test', requestBodyValues: {}, statusCode });

/** Embeds a text as how many a and b it has, and remembers what it was asked. */
function createVendor(check: (texts: string[]) => void = () => {}) {
  const requests: string[][] = [];
  const count = (text: string, letter: string) => text.split(letter).length - 1;
  return {
    requests,
    async embedBatch(texts: string[]) {
      requests.push(texts);
      check(texts);
      return { vectors: texts.map((text) => [count(text, 'a'), count(text, 'b')]), tokens: texts.length };
    },
  };
}

describe('texts in requests that a vendor takes', () => {
  it('are as many as fit by their number and by their tokens, in order', async () => {
    const vendor = createVendor();
    const texts = ['a'.repeat(300), 'b'.repeat(300), 'ab', 'a', 'b'];
    const { vectors } = await embedWithin(texts, { ...vendor, batchSize: 3, requestTokens: 150 });
    expect(vendor.requests.map((texts) => texts.length)).toEqual([1, 3, 1]);
    expect(vectors).toEqual([
      [300, 0],
      [0, 300],
      [1, 1],
      [1, 0],
      [0, 1],
    ]);
  });

  it('are sent although one alone is more than a request may hold: the vendor decides', async () => {
    const vendor = createVendor();
    await embedWithin(['a'.repeat(3000), 'b'], { ...vendor, batchSize: 8, requestTokens: 10 });
    expect(vendor.requests.map((texts) => texts.length)).toEqual([1, 1]);
  });
});

describe('a text that is longer than a model reads at once', () => {
  const long = `${'aa '.repeat(400)}${'bb '.repeat(400)}`;

  it('is embedded in pieces between words, which become one vector of their length', async () => {
    const vendor = createVendor();
    const made = await embedWithin(['ab', long, 'b'], { ...vendor, batchSize: 100, textTokens: 200 });
    const pieces = vendor.requests.flat().slice(1, -1);
    expect(pieces.join('')).toBe(long);
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces) expect(piece).toMatch(/^\s?(aa|bb)(\s(aa|bb))*\s?$/);
    const [first, [a = 0, b = 0] = [], last] = made.vectors;
    expect([first, last]).toEqual([
      [1, 1],
      [0, 1],
    ]);
    expect(a / b).toBeCloseTo(1, 1);
    expect(made.split).toBe(1);
  });

  it('is halved until the vendor takes it, where nobody knew its limit', async () => {
    const vendor = createVendor((texts) => {
      if (texts.some((text) => text.length > 700))
        throw refusal(400, "This model's maximum context length is 256 tokens.");
    });
    const made = await embedWithin(['a', long, 'b'], { ...vendor, batchSize: 100 });
    expect(made.vectors.map((vector) => vector.length)).toEqual([2, 2, 2]);
    expect([made.vectors[0], made.vectors[2]]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(made.split).toBe(1);
  });

  it('of one word without end is cut too, and never within a letter', async () => {
    const vendor = createVendor();
    await embedWithin(['😀'.repeat(500)], { ...vendor, batchSize: 10, textTokens: 100 });
    for (const piece of vendor.requests.flat()) expect(piece.isWellFormed()).toBe(true);
  });

  it('is no matter of length where it is short, or where something else was refused', async () => {
    const short = createVendor(() => {
      throw refusal(400, 'Input is too long.');
    });
    await expect(embedWithin(['ab'], { ...short, batchSize: 10 })).rejects.toThrow('too long');
    expect(short.requests).toHaveLength(1);
    const other = createVendor(() => {
      throw refusal(429, 'You exceeded your quota.');
    });
    await expect(embedWithin([long, long], { ...other, batchSize: 10 })).rejects.toThrow('quota');
    expect(other.requests).toHaveLength(1);
  });
});

it('a server that takes fewer texts at once than thought gets fewer', async () => {
  const vendor = createVendor((texts) => {
    if (texts.length > 32) throw refusal(422, 'batch size 100 > maximum allowed batch size 32');
  });
  const texts = Array.from({ length: 100 }, (_, at) => 'a'.repeat(at + 1));
  const { vectors, split } = await embedWithin(texts, { ...vendor, batchSize: 512 });
  expect(vectors.map(([count]) => count)).toEqual(texts.map(({ length }) => length));
  expect(split).toBe(0);
});

it.each([
  ['openai', 'text-embedding-3-small', { textTokens: 8191, requestTokens: 300_000 }],
  ['mistral', 'mistral-embed', { textTokens: 8192, requestTokens: 16_000 }],
  ['voyage', 'voyage-3.5-lite', { textTokens: 32_000, requestTokens: 1_000_000 }],
  ['voyage', 'voyage-code-3', { textTokens: 32_000, requestTokens: 120_000 }],
  ['bedrock', 'cohere.embed-english-v3', { textTokens: 512 }],
  ['huggingface', 'intfloat/multilingual-e5-large', { textTokens: 512 }],
  ['openai-compatible', 'something-new', {}],
])('the limits of %s for %s are known', (provider, model, limits) => {
  expect(embeddingLimits(provider, model)).toEqual(limits);
});
