import { openDatabase } from '../../packages/server/src/platform/db/client.ts';

/** What a knowledge base holds, without the ids of this installation. */
export interface StoredKnowledge {
  /** The chunks of each file in their order. */
  files: ReadonlyMap<string, readonly string[]>;
  states: ReadonlyMap<string, string>;
  vectors: number;
  /** What does not fit together. */
  faults: readonly string[];
}

/** Reads what is stored of one loader in the data folder, or the PostgreSQL, of a server that has stopped. */
export async function readStoredKnowledge(
  home: string,
  loaderId: string,
  databaseUrl?: string,
): Promise<StoredKnowledge> {
  const db = await openDatabase({ home, databaseUrl, databasePool: 1 });
  try {
    const loader = await db
      .selectFrom('document_store_loader')
      .selectAll()
      .where('id', '=', loaderId)
      .executeTakeFirstOrThrow();
    const rows = await db.selectFrom('document_file').selectAll().where('loaderId', '=', loaderId).execute();
    const chunks = await db
      .selectFrom('document_chunk')
      .selectAll()
      .where('loaderId', '=', loaderId)
      .orderBy('chunkNo')
      .execute();
    const texts = await db
      .selectFrom('chunk_text')
      .leftJoin('vector_code', 'vector_code.textSeq', 'chunk_text.seq')
      .leftJoin('vector_value', 'vector_value.seq', 'vector_code.seq')
      .select(['chunk_text.hash', 'vector_value.seq'])
      .where('chunk_text.loaderId', '=', loaderId)
      .execute();
    const parents = await db
      .selectFrom('document_parent')
      .select(['key', 'batch'])
      .where('loaderId', '=', loaderId)
      .execute();
    const ids = new Map(rows.map((row) => [row.id, row]));
    const files = new Map<string, string[]>(rows.map(({ key }) => [key, []]));
    for (const chunk of chunks) {
      const { pageContent, indexText, hash, metadata, fileId } = chunk;
      files
        .get(ids.get(fileId ?? '')?.key ?? '')
        ?.push(JSON.stringify([pageContent, indexText, hash, metadata]));
    }
    const used = new Set(chunks.map(({ hash }) => hash));
    const embedded = new Set(texts.flatMap(({ hash, seq }) => (seq === null ? [] : [hash])));
    const count = (what: string, of: number) => (of === 0 ? [] : [`${of} ${what}`]);
    const faults = [
      ...count('chunks of another batch', chunks.filter(({ batch }) => batch !== loader.batch).length),
      ...count('chunks of no file', chunks.filter(({ fileId }) => !ids.has(fileId ?? '')).length),
      ...count('parents of another batch', parents.filter(({ batch }) => batch !== loader.batch).length),
      ...count('texts without a vector', [...used].filter((hash) => !embedded.has(hash)).length),
      ...count('texts in no chunk', texts.filter(({ hash }) => !used.has(hash)).length),
      ...count('texts with several vectors', texts.length - new Set(texts.map(({ hash }) => hash)).size),
      ...rows.flatMap(({ key, chunks: recorded }) =>
        Number(recorded) === files.get(key)?.length ? [] : [`${key} says ${recorded} of its chunks`],
      ),
      ...(Number(loader.totalChunks) === chunks.length
        ? []
        : [`the loader says ${loader.totalChunks} chunks`]),
    ];
    return {
      ...{ files, faults, vectors: embedded.size },
      states: new Map(
        rows.map(({ key, state, error }) => [key, error === null ? state : `${state}: ${error}`]),
      ),
    };
  } finally {
    await db.destroy();
  }
}

/** What differs from a knowledge base that was filled without a stop. */
export function compareKnowledge(now: StoredKnowledge, reference: StoredKnowledge): string[] {
  const faults = [...now.faults, ...reference.faults.map((fault) => `without stops: ${fault}`)];
  // A round with more files than the last one leaves the rest of its own.
  if (now.files.size === reference.files.size && now.vectors !== reference.vectors)
    faults.push(`${now.vectors} vectors in place of ${reference.vectors}`);
  for (const [key, chunks] of reference.files) {
    const [state, expected] = [now.states.get(key), reference.states.get(key)];
    if (state !== expected) faults.push(`${key} is ${state} in place of ${expected}`);
    const own = now.files.get(key) ?? [];
    const at = chunks.findIndex((chunk, index) => chunk !== own[index]);
    if (own.length !== chunks.length)
      faults.push(`${key}: ${own.length} chunks in place of ${chunks.length}`);
    else if (at >= 0) faults.push(`${key}: chunk ${at} is ${own[at]} in place of ${chunks[at]}`);
  }
  return faults;
}
