import * as z from 'zod';
import type { Embedded } from '../../model/embed-within.ts';

const vector = z.array(z.number());
const count = z.number().optional();

/** How vendors answer with vectors, each in the order of the texts but the first, which numbers them. */
const answers = z.union([
  z.object({
    data: z.array(z.object({ index: z.number().optional(), embedding: z.union([vector, z.string()]) })),
    usage: z.object({ prompt_tokens: count, total_tokens: count }).nullish(),
  }),
  z.object({
    embeddings: z.object({ float: z.array(vector) }),
    meta: z.object({ billed_units: z.object({ input_tokens: count }).nullish() }).nullish(),
  }),
  z.object({ embeddings: z.array(z.object({ values: vector })) }),
  z.object({ embeddings: z.array(vector), prompt_eval_count: count }),
  z.object({
    predictions: z.array(
      z.object({
        embeddings: z.object({ values: vector, statistics: z.object({ token_count: count }).nullish() }),
      }),
    ),
  }),
  z.object({ results: z.array(z.object({ embedding: vector })), input_token_count: count }),
  z.array(vector),
]);

/** Numbers that came as text, which takes less room: 32-bit, little-endian. */
function decode(embedding: number[] | string): number[] {
  if (typeof embedding !== 'string') return embedding;
  const { buffer, byteOffset, length } = Buffer.from(embedding, 'base64');
  // Bytes of another kind of number throw a RangeError here.
  const numbers = new Float32Array(buffer.slice(byteOffset, byteOffset + length));
  // A counted loop: an iterator takes ten times as long.
  const vector = new Array<number>(numbers.length);
  for (let at = 0; at < numbers.length; at += 1) vector[at] = numbers[at] as number;
  return vector;
}

/** The vectors of an answer, in the order of the texts, and the tokens where the vendor counts them. Throws a ZodError or RangeError. */
export function readVectors(given: unknown): Embedded {
  const answer = answers.parse(given);
  if (Array.isArray(answer)) return { vectors: answer, tokens: 0 };
  if ('data' in answer) {
    const sorted = answer.data.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
    const { prompt_tokens, total_tokens } = answer.usage ?? {};
    return {
      vectors: sorted.map(({ embedding }) => decode(embedding)),
      tokens: prompt_tokens ?? total_tokens ?? 0,
    };
  }
  if ('predictions' in answer) {
    const all = answer.predictions.map(({ embeddings }) => embeddings);
    return {
      vectors: all.map(({ values }) => values),
      tokens: all.reduce((sum, { statistics }) => sum + (statistics?.token_count ?? 0), 0),
    };
  }
  if ('results' in answer) {
    return {
      vectors: answer.results.map(({ embedding }) => embedding),
      tokens: answer.input_token_count ?? 0,
    };
  }
  const { embeddings } = answer;
  if (!Array.isArray(embeddings)) {
    const billed = 'meta' in answer ? answer.meta?.billed_units?.input_tokens : undefined;
    return { vectors: embeddings.float, tokens: billed ?? 0 };
  }
  const vectors = embeddings.map((one) => (Array.isArray(one) ? one : one.values));
  return { vectors, tokens: 'prompt_eval_count' in answer ? (answer.prompt_eval_count ?? 0) : 0 };
}
