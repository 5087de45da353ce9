import { estimateTokens } from '../chunking/estimate-tokens.ts';
import type { EmbeddingLimits } from './embedding-limits.ts';
import { isTooLong } from './is-too-long.ts';

/** Vectors of some texts, in their order, and the tokens used. */
export interface Embedded {
  vectors: number[][];
  tokens: number;
}

interface EmbeddingWork extends EmbeddingLimits {
  /** Most texts that one request takes. */
  batchSize: number;
  embedBatch(texts: string[]): Promise<Embedded>;
}

/** A piece of a text: most texts are one. */
interface Piece {
  text: string;
  /** The place of its text. */
  of: number;
}

/** Dense languages and code have fewer letters to a token than English. */
const fewestLetters = 3;
/** What is shorter than this is not too long, whatever a vendor says. */
const shortest = 200;

const mostTokens = (text: string) => Math.max(estimateTokens(text), Math.ceil(text.length / fewestLetters));

/** A text in about equal pieces, cut between words. */
function cutText(text: string, count: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let rest = count; rest > 1; rest -= 1) {
    const even = start + Math.ceil((text.length - start) / rest);
    const space = text.slice(0, even).search(/\s\S*$/);
    // A text without spaces is cut anywhere but within a letter of two halves.
    const between = /[\ud800-\udbff]/.test(text.charAt(even - 1)) ? even + 1 : even;
    const end = space > start + (even - start) / 2 ? space : between;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)].filter((piece) => piece.trim() !== '');
}

function cut(text: string, of: number, textTokens: number): Piece[] {
  const isLong = text.length > textTokens && estimateTokens(text) > textTokens;
  const parts = isLong ? cutText(text, Math.ceil(mostTokens(text) / textTokens)) : [];
  return (parts.length > 0 ? parts : [text]).map((part) => ({ text: part, of }));
}

function* batchesOf(
  pieces: readonly Piece[],
  { batchSize, requestTokens = Infinity }: EmbeddingWork,
): Generator<Piece[]> {
  let batch: Piece[] = [];
  let tokens = 0;
  for (const piece of pieces) {
    const own = requestTokens === Infinity ? 0 : mostTokens(piece.text);
    if (batch.length > 0 && (batch.length >= batchSize || tokens + own > requestTokens)) {
      yield batch;
      batch = [];
      tokens = 0;
    }
    batch.push(piece);
    tokens += own;
  }
  if (batch.length > 0) yield batch;
}

/** The direction that the pieces have together, the longer counting more, as long as they are. */
function joinVectors(vectors: readonly number[][], pieces: readonly Piece[]): number[] {
  const weights = pieces.map(({ text }) => text.length);
  const lengths = vectors.map((vector) => Math.hypot(...vector));
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const joined = (vectors[0] ?? []).map((_, place) =>
    vectors.reduce((sum, vector, at) => sum + ((vector[place] ?? 0) * (weights[at] ?? 0)) / whole, 0),
  );
  const wanted = lengths.reduce((sum, length, at) => sum + (length * (weights[at] ?? 0)) / whole, 0);
  const scale = wanted / (Math.hypot(...joined) || 1);
  return joined.map((value) => value * scale);
}

/**
 * Embeds texts in requests that a vendor takes, by their number and by their tokens. A text that is longer than the
 * model reads at once is embedded in pieces, whose vectors become one; so is one that the vendor says is too long.
 */
export async function embedWithin(
  texts: readonly string[],
  work: EmbeddingWork,
): Promise<Embedded & { split: number }> {
  const { textTokens = Infinity } = work;
  const split = new Set<number>();
  let tokens = 0;

  async function ask(batch: readonly Piece[]): Promise<number[][]> {
    try {
      const made = await work.embedBatch(batch.map(({ text }) => text));
      tokens += made.tokens;
      return made.vectors;
    } catch (error) {
      const [only] = batch;
      if (!isTooLong(error) || !only) throw error;
      return batch.length > 1 ? askHalves(batch) : [await askInParts(only, error)];
    }
  }

  async function askHalves(batch: readonly Piece[]): Promise<number[][]> {
    const middle = Math.ceil(batch.length / 2);
    return [...(await ask(batch.slice(0, middle))), ...(await ask(batch.slice(middle)))];
  }

  async function askInParts({ text, of }: Piece, refusal: unknown): Promise<number[]> {
    const parts = text.length < shortest ? [] : cutText(text, 2).map((part) => ({ text: part, of }));
    if (parts.length < 2) throw refusal;
    const vectors = await askHalves(parts);
    split.add(of);
    return joinVectors(vectors, parts);
  }

  const pieces = texts.flatMap((text, at) => cut(text, at, textTokens));
  const made: number[][] = [];
  for (const batch of batchesOf(pieces, work)) for (const vector of await ask(batch)) made.push(vector);
  if (pieces.length === texts.length) return { vectors: made, tokens, split: split.size };
  const vectors = [...Map.groupBy(pieces.keys(), (at) => pieces[at]?.of ?? 0)].map(([of, places]) => {
    const own = places.map((at) => made[at] ?? []);
    if (places.length === 1) return own[0] ?? [];
    split.add(of);
    return joinVectors(
      own,
      places.map((at) => pieces[at] ?? { text: '', of }),
    );
  });
  return { vectors, tokens, split: split.size };
}
