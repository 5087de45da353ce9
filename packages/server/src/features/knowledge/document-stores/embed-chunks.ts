import type { Scope } from '../../../platform/db/scope.ts';
import { addKnowledgeTokens, requireKnowledgeTokens } from '../../../platform/limits/knowledge-usage.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import { chunkTextStore, type TextVector, textVectorStore, textWords } from '../index/public.ts';
import type { ChunkRow } from './chunks.store.ts';
import type { PatientEmbedder } from './embed-patiently.ts';
import { indexedText } from './indexed-text.ts';
import type { EmbedderSets } from './open-sets.ts';
import type { ProcessParts } from './process-loader.ts';

/** A page of chunks, and the vectors that were missing. */
export interface PreparedChunks {
  chunks: readonly ChunkRow[];
  /** Chunks whose text had no vector of the chosen model, each text once. */
  missing: readonly ChunkRow[];
  /** How many of them had another before. */
  updated: number;
  /** How many texts the chosen model has embedded in parts, whichever page they are of. */
  split: number;
  sets: readonly { embedding: string; rows: readonly TextVector[] }[];
}

const keyOf = (embedding: string, { loaderId, hash }: ChunkRow) => `${embedding} ${loaderId} ${hash}`;

/**
 * Embeds the texts of a page that have no vector yet. `underWay` are those of the pages before, which are being embedded
 * or written just now. A text that any knowledge base of the workspace has a vector of is not sent again.
 */
export async function embedChunks(
  { db, limits }: Pick<ProcessParts, 'db' | 'limits'>,
  { job, sets }: { job: Scope; sets: EmbedderSets },
  chunks: readonly ChunkRow[],
  underWay: Set<string>,
): Promise<PreparedChunks> {
  // Every page asks for its own before any of them waits for a vendor.
  const known = await knownModels(db, job, chunks);
  const missing = sets.map(({ embedding }) => {
    const own = new Map<string, ChunkRow>();
    for (const chunk of chunks) {
      const key = keyOf(embedding, chunk);
      if (known.get(textKey(chunk))?.has(embedding) || underWay.has(key) || own.has(key)) continue;
      own.set(key, chunk);
    }
    for (const key of own.keys()) underWay.add(key);
    return [...own.values()];
  });
  const [chosen = []] = missing;
  const updated = chosen.filter((chunk) => known.has(textKey(chunk)) || chunk.editedFrom !== null).length;
  if (missing.some(({ length }) => length > 0)) await requireKnowledgeTokens(db, job, limits);
  const rows: { embedding: string; rows: TextVector[] }[] = [];
  for (const [at, set] of sets.entries())
    rows.push({ embedding: set.embedding, rows: await vectorsOf(db, job, set, missing[at] ?? [], known) });
  const [used, ...others] = sets.map(({ takeUsed }) => takeUsed());
  const tokens = others.reduce((sum, other) => sum + other.tokens, used?.tokens ?? 0);
  await addKnowledgeTokens(db, job, tokens);
  return { chunks, missing: chosen, updated, split: used?.split ?? 0, sets: rows };
}

const textKey = ({ loaderId, hash }: ChunkRow) => `${loaderId} ${hash}`;

async function knownModels(
  db: ProcessParts['db'],
  scope: Scope,
  chunks: readonly ChunkRow[],
): Promise<Map<string, Set<string>>> {
  const known = new Map<string, Set<string>>();
  for (const [loaderId, own] of Map.groupBy(chunks, (chunk) => chunk.loaderId)) {
    const hashes = own.map(({ hash }) => hash);
    for (const { hash, embedding } of await chunkTextStore(db).known(scope, loaderId, hashes)) {
      const key = `${loaderId} ${hash}`;
      known.set(key, (known.get(key) ?? new Set()).add(embedding));
    }
  }
  return known;
}

async function vectorsOf(
  db: ProcessParts['db'],
  scope: Scope,
  { embedding, embed }: PatientEmbedder,
  missing: readonly ChunkRow[],
  known: ReadonlyMap<string, unknown>,
): Promise<TextVector[]> {
  const hashes = [...new Set(missing.map(({ hash }) => hash))];
  const vectors = await textVectorStore(db).vectorsOf(scope, embedding, hashes);
  const asked = new Map(
    missing.filter(({ hash }) => !vectors.has(hash)).map((chunk) => [chunk.hash, indexedText(chunk)]),
  );
  const made = await embed([...asked.values()]);
  for (const [at, hash] of [...asked.keys()].entries()) {
    const vector = made[at];
    if (vector) vectors.set(hash, vector);
  }
  await loopTurn();
  return missing.map((chunk) => {
    const text = indexedText(chunk);
    const isNew = !known.has(textKey(chunk));
    return {
      ...{ loaderId: chunk.loaderId, hash: chunk.hash, text },
      // Cut here, not within the transaction, which others wait for.
      words: isNew ? textWords(text) : undefined,
      vector: vectors.get(chunk.hash) ?? new Float32Array(0),
    };
  });
}
