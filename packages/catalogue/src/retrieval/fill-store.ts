import { createHash } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { Embedder } from '@tendril/contract/provider/embedder';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import type { UpsertOutcome } from '@tendril/contract/provider/passage-store';
import type { RecordManager } from '@tendril/contract/provider/record-manager';
import { bindToChat } from './chat-uploads.ts';

const batchDefault = 100;

interface FillForm {
  document: readonly SourceDocument[][];
  embeddings?: Embedder | undefined;
  recordManager?: RecordManager | undefined;
  /** Whether documents that are added in a chat belong to that chat. */
  fileUpload?: boolean | undefined;
}

interface Identified {
  id: string;
  document: SourceDocument;
}

/** A UUID made of a document's text and metadata. */
function idOf({ pageContent, metadata }: SourceDocument): string {
  const entries = Object.entries(metadata).sort(([left], [right]) => (left < right ? -1 : 1));
  const hash = createHash('sha256')
    .update(JSON.stringify([pageContent, entries]))
    .digest('hex');
  // Marked as version 8, which is free for such use, and with the variant that all UUIDs have.
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

async function insert(
  store: OutsideStore,
  passages: readonly Identified[],
  embeddings: Embedder | undefined,
  context: RunContext,
): Promise<void> {
  const texts = passages.map(({ document }) => document.pageContent);
  const vectors = embeddings && !store.embedsItself ? await embeddings.embed(texts, context) : [];
  const rows = passages.map(({ id, document: { pageContent, metadata } }, index) => ({
    id,
    pageContent,
    metadata,
    vector: vectors[index] ?? [],
  }));
  await store.insert(rows, context);
}

async function removeAll(
  store: OutsideStore,
  records: RecordManager,
  keys: readonly string[],
  context: RunContext,
): Promise<void> {
  if (keys.length === 0) return;
  if (!store.remove)
    throw new AppError(
      'FLOW_INVALID',
      `${store.name} cannot delete single passages: set Cleanup of the record manager to "None".`,
    );
  await store.remove(keys, context);
  await records.forget(keys, context);
}

function sourceOf({ document }: Identified, { sourceIdKey, cleanup }: RecordManager): string {
  const source = document.metadata[sourceIdKey];
  if ((source === undefined || source === '') && cleanup === 'incremental')
    throw new AppError(
      'FLOW_INVALID',
      `A document has no "${sourceIdKey}" in its metadata, by which the record manager knows what is gone.`,
    );
  return String(source ?? '');
}

/**
 * Inserts the documents of a store's loaders, each once, batch by batch. With a record manager only what is new is
 * embedded and written; what its cleanup asks for is deleted last, so that a failed upsert loses nothing.
 */
export async function fillStore(
  store: OutsideStore,
  { document, embeddings, recordManager: records, fileUpload }: FillForm,
  context: RunContext,
): Promise<UpsertOutcome> {
  const unique = new Map(
    bindToChat([document.flat()], context, fileUpload)
      .flat()
      .map((one) => [idOf(one), one]),
  );
  const all = [...unique].map(([id, one]) => ({ id, document: one }));
  const batchSize = store.batchSize ?? batchDefault;
  const startedAt = await records?.now(context);
  const sources = new Set<string>();
  const added: SourceDocument[] = [];
  for (let start = 0; start < all.length; start += batchSize) {
    const batch = all.slice(start, start + batchSize);
    const entries = records ? batch.map((one) => ({ key: one.id, source: sourceOf(one, records) })) : [];
    const known = await records?.known(
      entries.map(({ key }) => key),
      context,
    );
    const fresh = batch.filter(({ id }) => !known?.has(id));
    if (fresh.length > 0) await insert(store, fresh, embeddings, context);
    await records?.record(entries, context);
    for (const { source } of entries) sources.add(source);
    added.push(...fresh.map(({ document: one }) => one));
  }
  let gone: string[] = [];
  if (records && startedAt !== undefined && records.cleanup !== 'none') {
    const among = records.cleanup === 'incremental' ? [...sources] : undefined;
    gone = await records.listBefore(startedAt, among, context);
    for (let start = 0; start < gone.length; start += batchSize)
      await removeAll(store, records, gone.slice(start, start + batchSize), context);
  }
  return {
    numAdded: added.length,
    numUpdated: 0,
    numSkipped: document.flat().length - added.length,
    numDeleted: gone.length,
    addedDocs: added.map(({ pageContent, metadata }) => ({ pageContent, metadata })),
  };
}
