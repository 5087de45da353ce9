import { createRests } from '../../../platform/db/create-rests.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { LoaderRow } from '../document-stores/public.ts';
import { waitingFileStore } from './document-files.store.ts';
import { fileChunkStore } from './file-chunks.store.ts';

/** So many are looked through at once, however few of them name no file. */
const chunksAtOnce = 500;

/** Gives chunks that name no file the one that they are of, by their source: those of the release before. */
export async function adoptChunks(db: Database, loader: LoaderRow): Promise<void> {
  const { batch } = loader;
  if (batch === null) return;
  const rest = createRests();
  const chunks = fileChunkStore(db);
  let known: Map<string, string> | undefined;
  for (let after = -1; ; ) {
    const page = await chunks.unnamed(loader, batch, after, chunksAtOnce);
    const rows = page.flatMap(({ id, metadata }) => (metadata === null ? [] : [{ id, metadata }]));
    if (rows.length > 0) known ??= await idsByName(db, loader);
    const fileOf = ({ metadata }: { metadata: string }) => known?.get(sourceOf(metadata));
    for (const [fileId, own] of Map.groupBy(rows, fileOf))
      if (fileId !== undefined)
        await chunks.name(
          loader,
          own.map(({ id }) => id),
          fileId,
        );
    after = Number(page.at(-1)?.chunkNo ?? after);
    if (page.length < chunksAtOnce) return;
    await rest();
  }
}

const sourceOf = (metadata: string) => String((JSON.parse(metadata) as { source?: unknown }).source);

async function idsByName(db: Database, loader: LoaderRow): Promise<Map<string, string>> {
  const files = await waitingFileStore(db).names(loader, loader.id);
  return new Map(files.map(({ id, key, storedName }) => [storedName ?? key, id]));
}
