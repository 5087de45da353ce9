import { insertPage } from '../../../platform/db/insert-page.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import { chunkTextStore, type StoredText, type TextKey } from './chunk-texts.store.ts';
import { chunkWordStore } from './chunk-words.store.ts';
import { storeIndexStore } from './store-index.store.ts';
import { toBytes } from './text-vectors.store.ts';
import { toVectorCode } from './vector-code.ts';

/** A text, and what it is found by. */
export interface TextVector {
  loaderId: string;
  hash: string;
  /** What is indexed for words. */
  text: string;
  /** Its words, where they are cut already. */
  words?: readonly string[] | undefined;
  vector: Float32Array;
}

const rowsAtOnce = 50;

function* parts<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/**
 * Inserts texts that are not there yet, with their words, and their vectors of one model; in the caller's transaction.
 */
export async function putTextVectors(
  db: DatabaseTransaction,
  scope: Scope,
  { storeId, embedding }: { storeId: string; embedding: string },
  rows: readonly TextVector[],
  { hasWords = true }: { hasWords?: boolean } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const { workspaceId } = scope;
  await storeIndexStore(db).count(scope, storeId, false);
  if (hasWords) {
    await chunkWordStore(db).merge();
    await loopTurn();
  }
  const fresh: (TextVector & { seq: number })[] = [];
  for (const part of parts(rows, rowsAtOnce)) {
    const { seqs, added: texts } = await ensure(db, scope, storeId, part);
    fresh.push(...texts);
    // Requests that need no database are served meanwhile.
    await loopTurn();
    const coded = part.map(({ vector }, at) => ({
      ...{ workspaceId, storeId, textSeq: seqs[at] ?? 0, embedding },
      ...toVectorCode(vector),
    }));
    const added = await insertPage<{ seq: number; textSeq: number }>(db, 'vector_code', coded, {
      unique: ['textSeq', 'embedding'],
      returning: ['seq', 'textSeq'],
    });
    const vectors = new Map(part.map(({ vector }, at) => [seqs[at], vector]));
    const values = added.map(({ seq, textSeq }) => ({
      seq,
      vector: toBytes(vectors.get(textSeq) ?? new Float32Array(0)),
    }));
    await loopTurn();
    await insertPage(db, 'vector_value', values);
    await loopTurn();
  }
  // Last: the embedded index of words would be written before each statement that follows.
  if (hasWords) await chunkWordStore(db).put(storeId, fresh);
}

/** The numbers of texts; those that are new are added. */
async function ensure(
  db: DatabaseTransaction,
  scope: Scope,
  storeId: string,
  rows: readonly TextVector[],
): Promise<{ seqs: number[]; added: (TextVector & { seq: number })[] }> {
  const { workspaceId } = scope;
  const texts = rows.map(({ loaderId, hash }) => ({ workspaceId, storeId, loaderId, hash }));
  const added = await insertPage<StoredText>(db, 'chunk_text', texts, {
    unique: ['loaderId', 'hash'],
    returning: ['seq', 'loaderId', 'hash'],
  });
  const known = new Map(added.map((row) => [keyOf(row), row.seq]));
  const fresh = rows.flatMap((row) => {
    const seq = known.get(keyOf(row));
    return seq === undefined ? [] : [{ ...row, seq }];
  });
  const missing = rows.filter((row) => !known.has(keyOf(row)));
  for (const row of await chunkTextStore(db).find(scope, missing)) known.set(keyOf(row), row.seq);
  return { seqs: rows.map((row) => known.get(keyOf(row)) ?? 0), added: fresh };
}

const keyOf = ({ loaderId, hash }: TextKey) => `${loaderId} ${hash}`;
