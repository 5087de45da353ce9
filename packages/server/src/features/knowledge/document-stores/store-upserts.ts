import type {
  refreshDocumentStore,
  StoreUpsertBody,
  StoreUpsertResult,
  upsertDocumentStore,
} from '@tendril/contract/api/document-store-vectors';
import type { saveLoader } from '@tendril/contract/api/document-stores';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { Job } from '@tendril/contract/api/jobs';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { endingOf } from '../../../platform/files/file-name.ts';
import { type LoaderRow, storeLoaderStore } from './document-stores.store.ts';
import type { DocumentStoreParts, DocumentStores } from './document-stores.ts';
import { type ProcessResult, settingsOf } from './process-loader.ts';
import { fileValue } from './store-files.ts';
import type { StoreLoaders } from './store-loaders.ts';
import { refuse } from './store-nodes.ts';
import { resultOf, type StoreVectors } from './store-vectors.ts';

type Item = Omit<StoreUpsertBody, 'createNewDocStore' | 'docStore'>;
type RefreshAnswer = Answer<typeof refreshDocumentStore>;

const loadersByEnding: Readonly<Record<string, string>> = {
  '.pdf': 'pdfFile',
  '.docx': 'docxFile',
  '.csv': 'csvFile',
  '.json': 'jsonFile',
  '.jsonl': 'jsonFile',
};

/** Fills a knowledge base in one request: a loader is saved, loaded, split and embedded. */
export function createStoreUpserts(
  parts: DocumentStoreParts,
  stores: DocumentStores,
  { saveRow, start }: StoreLoaders,
  vectors: StoreVectors,
) {
  const { db, jobs } = parts;

  /** Waits for the processing and the upsert that follows it. */
  async function finish(scope: Scope, job: Job, signal: AbortSignal): Promise<StoreUpsertResult> {
    const { upsertJobId } = resultOf<ProcessResult>(await jobs.wait(scope, job.id, signal));
    return resultOf<StoreUpsertResult>(await jobs.wait(scope, upsertJobId ?? '', signal));
  }

  async function prepare(
    scope: Scope,
    storeId: string,
    item: Item,
    names: readonly string[],
  ): Promise<LoaderRow> {
    await vectors.save(scope, {
      storeId,
      embeddingName: item.embedding?.name,
      embeddingConfig: item.embedding?.config ?? {},
      vectorStoreName: item.vectorStore?.name,
      vectorStoreConfig: item.vectorStore?.config ?? {},
      recordManagerName: item.recordManager?.name,
      recordManagerConfig: item.recordManager?.config ?? {},
    });
    const known =
      item.docId === undefined ? undefined : await stores.requireLoader(scope, storeId, item.docId);
    return saveRow(scope, await toLoaderBody(parts, storeId, item, known, names));
  }

  return {
    async upsert(
      scope: Scope,
      storeId: string,
      body: StoreUpsertBody,
      names: readonly string[],
      signal: AbortSignal,
    ): Promise<Answer<typeof upsertDocumentStore>> {
      const row = await prepare(scope, storeId, body, names).catch(async (error: unknown) => {
        await parts.files.discard(scope, storeId, names);
        throw error;
      });
      const result = await finish(scope, await start(scope, row, true), signal);
      return { ...result, docId: row.id, storeId };
    },

    async refresh(
      scope: Scope,
      storeId: string,
      items: readonly Item[] | undefined,
      isWaiting: boolean,
      signal: AbortSignal,
    ): Promise<RefreshAnswer> {
      await stores.require(scope, storeId);
      const all: readonly Item[] =
        items ?? (await storeLoaderStore(db).summaries(scope, storeId)).map(({ id }) => ({ docId: id }));
      const started: { docId: string; job: Job }[] = [];
      for (const item of all) {
        const row = await prepare(
          scope,
          storeId,
          { ...item, replaceExisting: item.replaceExisting ?? true },
          [],
        );
        started.push({ docId: row.id, job: await start(scope, row, true) });
      }
      if (!isWaiting) return started;
      return Promise.all(
        started.map(({ docId, job }) =>
          finish(scope, job, signal).then((result) => ({ docId, ...result }), nameFailure(docId)),
        ),
      );
    },
  };
}

// One source that fails is reported beside the others.
function nameFailure(docId: string) {
  return (error: unknown) => {
    if (error instanceof AppError) return { docId, error: error.message };
    throw error;
  };
}

/** The loader that an item asks for: a known one with changes, or a new one. Throws INVALID_INPUT naming the field. */
async function toLoaderBody(
  { nodes }: DocumentStoreParts,
  storeId: string,
  item: Item,
  known: LoaderRow | undefined,
  names: readonly string[],
): Promise<Body<typeof saveLoader>> {
  const before = known && settingsOf(known);
  const loaderId = item.loader?.name ?? before?.loaderId ?? loaderFor(names);
  if (loaderId === undefined) throw refuse('loader.name', 'is needed, or a docId whose loader is to be used');
  const { template } = await nodes.require('loaders', loaderId, 'loader.name');
  const fileInput = template.inputs.find(({ type }) => type === 'file');
  if (names.length > 0 && !fileInput) throw refuse('files', `${template.label} takes no files`);
  const isSame = before?.loaderId === loaderId;
  const loaderConfig: Record<string, unknown> = {
    ...(isSame && before.loaderConfig),
    ...item.loader?.config,
    ...(names.length > 0 && fileInput && { [fileInput.name]: fileValue(names) }),
  };
  if (item.metadata) loaderConfig['metadata'] = { ...asObject(loaderConfig['metadata']), ...item.metadata };
  return {
    ...(known && item.replaceExisting === true && { id: known.id }),
    storeId,
    loaderId,
    ...(isSame && known && { loaderName: known.loaderName }),
    loaderConfig,
    splitterId: item.splitter?.name ?? before?.splitterId ?? '',
    splitterConfig: { ...before?.splitterConfig, ...item.splitter?.config },
    ...(before?.credential && { credential: before.credential }),
  };
}

function loaderFor(names: readonly string[]): string | undefined {
  const wanted = new Set(names.map((name) => loadersByEnding[endingOf(name)] ?? 'textFile'));
  if (wanted.size > 1)
    throw refuse('files', 'are of several kinds; send those of one kind together, or name the loader');
  return [...wanted][0];
}

function asObject(given: unknown): Record<string, unknown> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...given };
  if (typeof given !== 'string' || given === '') return {};
  try {
    return asObject(JSON.parse(given));
  } catch {
    return {};
  }
}
