import { putTextVectors, storeIndexStore } from '../packages/server/src/features/knowledge/index/public.ts';
import { openDatabase } from '../packages/server/src/platform/db/client.ts';

const dimensions = 1536;
const rowsAtOnce = 500;
const words =
  'pump lake tower glass paper river stone garden engine window letter market bridge silver copper'.split(
    ' ',
  );

/** A direction that is the same for the same number. */
export function directionOf(number: number): Float32Array {
  let state = (number + 1) * 2_654_435_761;
  const vector = new Float32Array(dimensions);
  let sum = 0;
  for (let at = 0; at < dimensions; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const value = state / 2 ** 32 - 0.5;
    vector[at] = value;
    sum += value * value;
  }
  const length = Math.sqrt(sum);
  return vector.map((value) => value / length);
}

export function textOf(number: number): string {
  const own = Array.from(
    { length: 60 },
    (_, at) => words[(number * 7 + at * (1 + (number % 5))) % words.length],
  );
  return `Chunk ${number} of the handbook, code K-${number}. ${own.join(' ')}.`;
}

interface FilledStore {
  home: string;
  databaseUrl: string | undefined;
  workspaceId: string;
  storeId: string;
  embedding: string;
  chunks: number;
}

/** Fills a knowledge base with chunks and made vectors; no server may use the database. */
export async function fillKnowledge({
  chunks,
  workspaceId,
  storeId,
  embedding,
  ...place
}: FilledStore): Promise<void> {
  const db = await openDatabase({ ...place, databasePool: 2 });
  const loaderId = `loader-${storeId}`;
  const now = { createdAt: Date.now(), updatedAt: Date.now() };
  await db
    .insertInto('document_store_loader')
    .values({
      ...{
        id: loaderId,
        workspaceId,
        storeId,
        loaderId: 'plainText',
        loaderName: 'Text',
        loaderConfig: '{}',
      },
      ...{
        splitterId: '',
        splitterName: '',
        splitterConfig: '{}',
        credential: null,
        source: 'made',
        files: '[]',
      },
      ...{ batch: loaderId, totalChunks: chunks, totalChars: chunks * 400, isStale: 0, error: null },
      ...{ chunkRevision: 1, vectorRevision: 1, ...now },
    })
    .execute();
  for (let start = 0; start < chunks; start += rowsAtOnce) {
    const numbers = Array.from({ length: Math.min(rowsAtOnce, chunks - start) }, (_, at) => start + at);
    await db.transaction().execute(async (trx) => {
      for (const number of numbers)
        await trx
          .insertInto('document_chunk')
          .values({
            ...{
              id: `${storeId}-${number}`,
              workspaceId,
              storeId,
              loaderId,
              batch: loaderId,
              chunkNo: number + 1,
            },
            ...{ hash: `h${number}`, editedFrom: null, pageContent: textOf(number) },
            metadata: JSON.stringify({ part: number % 100 }),
          })
          .execute();
      const rows = numbers.map((number) => ({
        ...{ loaderId, hash: `h${number}`, text: textOf(number) },
        vector: directionOf(number),
      }));
      await putTextVectors(trx, { workspaceId }, { storeId, embedding }, rows);
    });
  }
  await db.transaction().execute((trx) => storeIndexStore(trx).count({ workspaceId }, storeId, true));
  await db.destroy();
}
