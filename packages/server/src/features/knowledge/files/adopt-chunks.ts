import { createRests } from '../../../platform/db/create-rests.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { LoaderRow } from '../document-stores/public.ts';
import { waitingFileStore } from './document-files.store.ts';
import { fileChunkStore } from './file-chunks.store.ts';

const chunksAtOnce = 200;

/** Gives chunks that name no file the one that they are of, by their source: those of the release before. */
export async function adoptChunks(db: Database, loader: LoaderRow): Promise<void> {
  const { batch } = loader;
  if (batch === null) return;
  const rest = createRests();
  let ids: Map<string, string> | undefined;
  for (let after = -1; ; ) {
    const rows = await fileChunkStore(db).unnamed(loader, batch, after, chunksAtOnce);
    if (rows.length === 0) return;
    after = rows.at(-1)?.chunkNo ?? after;
    ids ??= new Map(
      (await waitingFileStore(db).names(loader, loader.id)).map((file) => [
        file.storedName ?? file.key,
        file.id,
      ]),
    );
    const known = ids;
    const sourceOf = (metadata: string) => String((JSON.parse(metadata) as { source?: unknown }).source);
    for (const [fileId, own] of Map.groupBy(rows, ({ metadata }) => known.get(sourceOf(metadata))))
      if (fileId !== undefined)
        await fileChunkStore(db).name(
          loader,
          own.map(({ id }) => id),
          fileId,
        );
    await rest();
  }
}
