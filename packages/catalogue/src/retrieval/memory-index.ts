import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ScoredDocument, SourceDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';

const maxBytes = 50 * 1024 * 1024;
const batchSize = 256;

/** Documents with their vectors, all of length 1, one after the other. */
export interface MemoryIndex {
  documents: readonly SourceDocument[];
  vectors: Float32Array;
  dimensions: number;
}

function normalise(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? [...vector] : vector.map((value) => value / length);
}

function checkSize(textBytes: number, vectorBytes: number): void {
  if (textBytes + vectorBytes <= maxBytes) return;
  throw new AppError(
    'NODE_FAILED',
    'The in-memory vector store holds at most 50 MB. Use fewer documents, or a vector database.',
  );
}

/** Turns documents into an index. Throws NODE_FAILED when it would take more than 50 MB. */
export async function buildIndex(
  documents: readonly SourceDocument[],
  embedder: Embedder,
  context: RunContext,
): Promise<MemoryIndex> {
  const textBytes = documents.reduce((sum, document) => sum + document.pageContent.length * 2, 0);
  checkSize(textBytes, 0);
  let vectors = new Float32Array(0);
  let dimensions = 0;
  for (let start = 0; start < documents.length; start += batchSize) {
    const batch = documents.slice(start, start + batchSize).map((document) => document.pageContent);
    const embedded = await embedder.embed(batch, context);
    if (dimensions === 0) {
      dimensions = embedded[0]?.length ?? 0;
      checkSize(textBytes, documents.length * dimensions * Float32Array.BYTES_PER_ELEMENT);
      vectors = new Float32Array(documents.length * dimensions);
    }
    for (const [offset, vector] of embedded.entries())
      vectors.set(normalise(vector), (start + offset) * dimensions);
  }
  return { documents, vectors, dimensions };
}

/** An index over existing vectors, all of the same length. */
export function toIndex(passages: readonly (SourceDocument & { vector: Float32Array })[]): MemoryIndex {
  const dimensions = passages[0]?.vector.length ?? 0;
  const vectors = new Float32Array(passages.length * dimensions);
  for (const [row, { vector }] of passages.entries()) vectors.set(vector, row * dimensions);
  const documents = passages.map(({ pageContent, metadata }) => ({ pageContent, metadata }));
  return { documents, vectors, dimensions };
}

/** The best of several searches, each passage once. */
export function bestOf(found: readonly ScoredDocument[], topK: number): ScoredDocument[] {
  const byText = new Map<string, ScoredDocument>();
  for (const document of found.toSorted((left, right) => right.score - left.score))
    if (!byText.has(document.pageContent)) byText.set(document.pageContent, document);
  return [...byText.values()].slice(0, topK);
}

/** The documents nearest to a vector by cosine, best first. Throws NODE_FAILED for a vector of another length. */
export function searchIndex(index: MemoryIndex, vector: readonly number[], topK: number): ScoredDocument[] {
  const { documents, vectors, dimensions } = index;
  if (documents.length > 0 && vector.length !== dimensions) {
    throw new AppError(
      'NODE_FAILED',
      `The question has ${vector.length} dimensions and the documents have ${dimensions}. Use the same embedding model for both.`,
    );
  }
  const query = Float32Array.from(normalise(vector));
  const scored = documents.map((document, row) => {
    let score = 0;
    const start = row * dimensions;
    for (let column = 0; column < dimensions; column += 1) {
      score += (query[column] ?? 0) * (vectors[start + column] ?? 0);
    }
    return { document, score };
  });
  return scored
    .sort((left, right) => right.score - left.score)
    .slice(0, topK)
    .map(({ document, score }) => ({ ...document, score }));
}
