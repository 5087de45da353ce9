import { sql } from 'kysely';
import { putTextVectors } from '../features/knowledge/index/public.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Scope } from '../platform/db/scope.ts';

const now = { createdAt: 1, updatedAt: 1 };
const topics = 300;
const textsAtOnce = 500;

/** Directions around some hundred topics, as texts have them; the same every time. */
export function directionOf(number: number, dimensions: number): Float32Array {
  const topic = randomOf(number % topics);
  const own = randomOf(number + 1_000_000);
  const vector = Float32Array.from({ length: dimensions }, () => topic() + 0.8 * own());
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
  return () => (next() + next() + next()) / 2 ** 32 - 1.5;
}

interface MadeStore {
  id: string;
  scope: Scope;
  embedding: string;
  dimensions: number;
  /** What a text says, where it is to be found by its words too. */
  sentenceOf?(number: number): string;
  metadataOf?(number: number): object;
}

/** Makes a knowledge base with texts `t0`, `t1` … whose vectors are known. */
export async function makeVectorStore(db: Database, store: MadeStore, count: number): Promise<void> {
  const { id, scope } = store;
  const nothing = { embeddingConfig: null, vectorStoreConfig: null, recordManagerConfig: null };
  await db
    .insertInto('document_store')
    .values({ id, ...scope, name: id, description: '', ...nothing, ...now })
    .execute();
  const plain = { splitterId: '', splitterName: '', splitterConfig: '{}', credential: null, files: '[]' };
  await db
    .insertInto('document_store_loader')
    .values({
      ...{ id: `l-${id}`, storeId: id, ...scope, loaderId: 'plainText', loaderName: '', loaderConfig: '{}' },
      ...{ ...plain, source: '', batch: `b-${id}`, totalChunks: 0, totalChars: 0, isStale: 0, error: null },
      ...{ chunkRevision: 0, vectorRevision: 0, ...now },
    })
    .execute();
  await addVectors(db, store, 0, count);
  // Nobody else does it where the database has no process for that.
  await sql`analyze`.execute(db);
}

/** Adds the texts from a number on. */
export async function addVectors(
  db: Database,
  { id, scope, embedding, dimensions, sentenceOf, metadataOf }: MadeStore,
  from: number,
  count: number,
): Promise<void> {
  for (let first = from; first < from + count; first += textsAtOnce) {
    const length = Math.min(textsAtOnce, from + count - first);
    const numbers = Array.from({ length }, (_, at) => first + at);
    await db
      .insertInto('document_chunk')
      .values(
        numbers.map((number) => ({
          ...{ id: `${id} ${number}`, ...scope, storeId: id, loaderId: `l-${id}`, batch: `b-${id}` },
          ...{ chunkNo: number, hash: `t${number}`, editedFrom: null },
          pageContent: sentenceOf?.(number) ?? `t${number}`,
          metadata: JSON.stringify(metadataOf?.(number) ?? {}),
        })),
      )
      .execute();
    const rows = numbers.map((number) => ({
      ...{ loaderId: `l-${id}`, hash: `t${number}`, text: sentenceOf?.(number) ?? `t${number}` },
      vector: directionOf(number, dimensions),
    }));
    const hasWords = sentenceOf !== undefined;
    await db
      .transaction()
      .execute((trx) => putTextVectors(trx, scope, { storeId: id, embedding }, rows, { hasWords }));
  }
}
