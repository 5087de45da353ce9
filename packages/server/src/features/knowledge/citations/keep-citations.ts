import { randomUUID } from 'node:crypto';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { MessageCitationTable } from '../../../platform/db/citation-tables.ts';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import { chunkFileStore } from './chunk-files.store.ts';
import { citationStore } from './citations.store.ts';

/** An answer that is about to be stored. */
interface AnsweredRun extends Scope {
  runId: string;
  messageId: string;
  documents: readonly SourceDocument[];
}

const ownerKind = 'citation';

/** Keeps the files that an answer cites, as they are now, for as long as the answer's run is stored. */
export function createCitationWriter({ db, writes }: { db: Database; writes: WriteGroup }) {
  const files = chunkFileStore(db);
  const write = writes.combine(async (trx, answers: readonly (readonly MessageCitationTable[])[]) => {
    const rows = answers.flat();
    const stored = await citationStore(trx).storedRuns([...new Set(rows.map(({ runId }) => runId))]);
    const kept = rows.filter(({ runId }) => stored.has(runId));
    await citationStore(trx).insert(kept);
    await keepContents(trx, kept);
  });

  return async ({ workspaceId, runId, messageId, documents }: AnsweredRun): Promise<void> => {
    const ids = [...new Set(documents.flatMap(({ id }) => id ?? []))];
    if (ids.length === 0) return;
    const found = new Map((await files.ofChunks({ workspaceId }, ids)).map((file) => [file.chunkId, file]));
    const rows = documents.flatMap(({ id }, index) => {
      const file = id === undefined ? undefined : found.get(id);
      return file ? { ...file, messageId, number: index + 1, workspaceId, runId } : [];
    });
    if (rows.length > 0) await write(rows);
  };
}

export type CitationWriter = ReturnType<typeof createCitationWriter>;

/** One row a content of a run, however many of its passages were found. */
async function keepContents(trx: DatabaseTransaction, rows: readonly MessageCitationTable[]): Promise<void> {
  const contents = new Map(rows.map((row) => [`${row.runId} ${row.sha256}`, row]));
  const createdAt = Date.now();
  const kept = [...contents.values()].map(({ runId, workspaceId, sha256, size, mediaType, name }) => ({
    ...{ id: randomUUID(), workspaceId, sha256, size, mediaType, name, ownerKind, ownerId: runId, createdAt },
  }));
  await insertMany(trx, 'file', kept);
}
