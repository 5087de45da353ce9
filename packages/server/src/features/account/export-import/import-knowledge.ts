import { randomUUID } from 'node:crypto';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { type OwnedFile, ownedFileStore } from '../../../platform/files/owned-files.ts';
import { hashOf } from '../../knowledge/document-stores/public.ts';
import { breathe } from './breathe.ts';
import type { Bundle } from './bundle.ts';
import { isAdded } from './import-rows.ts';
import type {
  BundleChunk,
  BundleDocument,
  BundleLoader,
  BundleParent,
  BundleStore,
} from './knowledge-bundle.ts';
import type { ImportPlan, Planned } from './plan-import.ts';

type Store = Planned<BundleStore>;

/** Contents that are stored already, by the key of the knowledge base that they are for. */
export type StoredContents = ReadonlyMap<string, readonly Omit<OwnedFile, 'ownerId'>[]>;

const rowsAtOnce = 1000;
const notRead = 'It had not been read when the knowledge base was exported.';

/** Writes the knowledge bases of a plan with all that they hold. */
export async function writeKnowledge(
  trx: DatabaseTransaction,
  scope: Scope,
  plan: ImportPlan,
  bundle: Bundle,
  contents: StoredContents,
): Promise<void> {
  const stores = plan.stores.filter(isAdded);
  if (stores.length === 0) return;
  const chunks = Map.groupBy(bundle.chunks, ({ loader }) => loader);
  const parents = Map.groupBy(bundle.parents, ({ loader }) => loader);
  const documents = Map.groupBy(bundle.documents, ({ loader }) => loader);
  for (const store of stores) {
    const files = contents.get(store.key) ?? [];
    await writeStore(trx, scope, store);
    for (const part of inParts(files))
      await ownedFileStore(trx, 'documentStore').insert(
        scope,
        part.map((file) => ({ ...file, ownerId: store.id })),
      );
    for (const [index, loader] of store.loaders.entries()) {
      const writer = new LoaderWriter(trx, scope, store.id, loader);
      const own = chunks.get(loader.key) ?? [];
      await writer.writeLoader(own, new Set(files.map(({ name }) => name)), index);
      await writer.writeDocuments(documents.get(loader.key) ?? []);
      for (const part of inParts(parents.get(loader.key) ?? [])) await writer.writeParents(part);
      await writer.writeChunks(own);
    }
  }
}

async function writeStore(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  { id, name, description, audience, questions, ...choices }: Store,
): Promise<void> {
  const { embeddingConfig, vectorStoreConfig, recordManagerConfig } = choices;
  const now = Date.now();
  const times = { createdAt: now, updatedAt: now };
  const row = { id, workspaceId, name, description, audience };
  await trx
    .insertInto('document_store')
    .values({ ...row, embeddingConfig, vectorStoreConfig, recordManagerConfig, ...times })
    .execute();
  const cases = questions.map(({ expected, tags, isConfirmed, ...one }, index) => ({
    ...{ id: randomUUID(), workspaceId, storeId: id, ...one },
    ...{ expected: JSON.stringify(expected), tags: JSON.stringify(tags), isConfirmed: isConfirmed ? 1 : 0 },
    // Lists of them are by time: they stay in their order.
    ...{ createdAt: now + index, updatedAt: now },
  }));
  await insertMany(trx, 'measure_case', cases);
}

/** Writes one loader with its documents, chunks and parents, all under new ids. */
class LoaderWriter {
  readonly #trx: DatabaseTransaction;
  readonly #of: { workspaceId: string; storeId: string; loaderId: string };
  readonly #loader: BundleLoader;
  readonly #batch: string | null;
  /** New ids of documents by those of the file. */
  readonly #ids = new Map<string, string>();

  constructor(trx: DatabaseTransaction, { workspaceId }: Scope, storeId: string, loader: BundleLoader) {
    this.#trx = trx;
    this.#of = { workspaceId, storeId, loaderId: randomUUID() };
    this.#loader = loader;
    this.#batch = loader.chunkCount > 0 ? randomUUID() : null;
  }

  async writeLoader(
    chunks: readonly BundleChunk[],
    brought: ReadonlySet<string>,
    index: number,
  ): Promise<void> {
    const { loaderId, loaderName, loaderConfig, splitterId, splitterName, splitterConfig } = this.#loader;
    const { source, reading, isStale, acl, sync } = this.#loader;
    const { workspaceId, storeId, loaderId: id } = this.#of;
    const files = (JSON.parse(this.#loader.files) as { name: string }[]).filter(({ name }) =>
      brought.has(name),
    );
    const now = Date.now();
    await this.#trx
      .insertInto('document_store_loader')
      .values({
        ...{ id, workspaceId, storeId, loaderId, loaderName: loaderName || loaderId, loaderConfig },
        ...{ splitterId, splitterName, splitterConfig, source, reading, acl },
        ...{ credential: null, files: JSON.stringify(files), batch: this.#batch },
        ...{ totalChunks: chunks.length, totalChars: charsOf(chunks), isStale: isStale ? 1 : 0, error: null },
        // They can be read and edited at once; they are searched after they were embedded here.
        ...{ chunkRevision: this.#batch === null ? 0 : 1, vectorRevision: null },
        ...{ createdAt: now + index, updatedAt: now },
      })
      .execute();
    if (!sync) return;
    // It waits for somebody to choose its secret, and must not take an empty listing for the truth before.
    const waiting = { isPaused: 1 as const, nextAt: null, lastAt: null, lastState: null, note: '' };
    const about = { counts: JSON.stringify({}), held: null, createdAt: now, updatedAt: now };
    await this.#trx
      .insertInto('source_sync')
      .values({ loaderId: id, workspaceId, storeId, ...sync, ...waiting, ...about })
      .execute();
  }

  async writeDocuments(documents: readonly BundleDocument[]): Promise<void> {
    const now = Date.now();
    const rows = documents.map(({ loader: _, id: oldId, acl, state, error = null, ...document }) => {
      const id = randomUUID();
      this.#ids.set(oldId, id);
      const isWaiting = document.chunks === 0 && (state === 'queued' || state === 'reading');
      const isRead = state !== 'failed' && !isWaiting;
      return {
        ...{ id, ...this.#of, key: document.key, title: document.title || document.key },
        ...{ url: document.url ?? null, version: document.version ?? null },
        ...{ contentHash: document.contentHash ?? null, state: isRead ? 'chunked' : 'failed' },
        ...{ bytes: document.bytes ?? null, chunks: document.chunks, chars: document.chars },
        ...{ error: isWaiting ? notRead : error, attempts: 0, origin: document.origin ?? null },
        ...{ acl: acl ? JSON.stringify(acl) : null, aclAt: document.aclAt ?? null },
        ...{ storedName: document.storedName ?? null, jobId: null, position: document.position },
        ...{ createdAt: now, updatedAt: now },
      };
    });
    for (const part of inParts(rows)) await insertMany(this.#trx, 'document_file', part);
  }

  async writeParents(parents: readonly BundleParent[]): Promise<void> {
    const batch = this.#batch;
    if (batch === null) return;
    const rows = parents.map(({ key, text }) => ({ ...this.#of, batch, key: this.#parentKey(key), text }));
    await insertMany(this.#trx, 'document_parent', rows, { skipsPresent: true });
    await breathe();
  }

  async writeChunks(chunks: readonly BundleChunk[]): Promise<void> {
    const batch = this.#batch;
    if (batch === null) return;
    let before = 0;
    for (const part of inParts(chunks)) {
      const rows = part.map(({ loader: _, indexText, parentKey, fileId, ...chunk }, at) => ({
        ...{ id: randomUUID(), ...this.#of, batch, chunkNo: before + at + 1, editedFrom: null },
        ...{ ...chunk, indexText, hash: hashOf(indexText ?? chunk.pageContent) },
        parentKey: parentKey === null ? null : this.#parentKey(parentKey),
        fileId: fileId === null ? null : (this.#ids.get(fileId) ?? null),
      }));
      await insertMany(this.#trx, 'document_chunk', rows);
      before += part.length;
      await breathe();
    }
  }

  /** Those of a file begin with its id. */
  #parentKey(key: string): string {
    const end = key.indexOf('/');
    const id = end < 0 ? undefined : this.#ids.get(key.slice(0, end));
    return id === undefined ? key : id + key.slice(end);
  }
}

function charsOf(chunks: readonly BundleChunk[]): number {
  return chunks.reduce((sum, { pageContent }) => sum + pageContent.length, 0);
}

function* inParts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}
