import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { FindTemplate } from './home-values.ts';
import { knowledgePartStore, knowledgeRowStore } from './knowledge-rows.store.ts';
import { withoutSecrets } from './without-secrets.ts';

type Stores = ReturnType<typeof knowledgeRowStore>;
export type ExportedStore = Awaited<ReturnType<Stores['stores']>>[number];
type ExportedLoader = Awaited<ReturnType<Stores['loaders']>>[number];

interface KnowledgeExportParts {
  db: Database;
  files: Pick<FileStore, 'stream'>;
  findTemplate: FindTemplate;
}

/** Bytes of a part of a file: so long as text that no reader stops for it. */
const partBytes = 768 * 1024;
/** What all files of an export may have: as text they are a third longer, and an import takes 256 MB. */
const mostContentBytes = 150 * 1024 * 1024;

/** A secret that a knowledge base uses: where, and what it is called. */
interface UsedSecret {
  place: string;
  name: string;
  kind: string;
}

/**
 * Knowledge bases as rows of a full export. The lists that Flowise knows have its form, with more beside; vectors are
 * not among them, because the importer makes them again.
 */
export async function* exportStores(
  { db, findTemplate }: Pick<KnowledgeExportParts, 'db' | 'findTemplate'>,
  scope: Scope,
  stores: readonly ExportedStore[],
): AsyncGenerator<object> {
  const rows = knowledgeRowStore(db);
  const names = await rows.secrets(scope);
  for (const row of stores) {
    const secrets: UsedSecret[] = [];
    const noteAt = (place: string) => (id: string) => {
      secrets.push({ place, ...(names.get(id) ?? { name: '', kind: '' }) });
    };
    const choice = async (text: string | null, place: string) =>
      text === null ? null : cleanChoice(text, findTemplate, noteAt(place));
    const syncs = new Map((await rows.syncs(scope, row.id)).map((sync) => [sync.loaderId, sync]));
    const loaders: object[] = [];
    for (const loader of await rows.loaders(scope, row.id)) {
      const sync = syncs.get(loader.id);
      loaders.push({
        ...(await loaderSettings(loader, findTemplate, noteAt(loader.loaderName))),
        sync: sync ? { cron: sync.cron, timezone: sync.timezone } : null,
      });
    }
    const { id, name, description, audience } = row;
    yield {
      ...{ id, name, description, audience, whereUsed: '[]', status: 'SYNC' },
      loaders: JSON.stringify(loaders),
      embeddingConfig: await choice(row.embeddingConfig, 'embedding model'),
      vectorStoreConfig: await choice(row.vectorStoreConfig, 'vector store'),
      recordManagerConfig: await choice(row.recordManagerConfig, 'record manager'),
      secrets,
      questions: (await rows.cases(scope, id)).map(({ expected, tags, isConfirmed, ...one }) => ({
        ...one,
        ...{ expected: readJson(expected), tags: readJson(tags), isConfirmed: isConfirmed === 1 },
      })),
      createdDate: new Date(row.createdAt).toISOString(),
      updatedDate: new Date(row.updatedAt).toISOString(),
    };
  }
}

/** A chosen node as text, without its secrets. */
async function cleanChoice(
  text: string,
  findTemplate: FindTemplate,
  note: (id: string) => void,
): Promise<string> {
  const { name, config } = JSON.parse(text) as { name: string; config: unknown };
  return JSON.stringify({ name, config: withoutSecrets(config, await findTemplate(name), note) });
}

/** What belongs to the loaders of knowledge bases, and the files that these read. */
export function createPartsExport(
  { db, files }: Pick<KnowledgeExportParts, 'db' | 'files'>,
  scope: Scope,
  stores: readonly ExportedStore[],
) {
  const rows = knowledgeRowStore(db);
  const parts = knowledgePartStore(db);

  async function* eachLoader(): AsyncGenerator<ExportedLoader> {
    for (const { id } of stores) yield* await rows.loaders(scope, id);
  }

  return {
    async *chunks(): AsyncGenerator<object> {
      for await (const { id: docId, storeId, batch } of eachLoader())
        if (batch !== null)
          for await (const row of parts.chunks(scope, batch)) yield { ...row, docId, storeId };
    },

    async *parents(): AsyncGenerator<object> {
      for await (const { id: docId, storeId, batch } of eachLoader())
        if (batch !== null)
          for await (const row of parts.parents(scope, batch)) yield { ...row, docId, storeId };
    },

    async *documents(): AsyncGenerator<object> {
      for await (const { id: docId, storeId } of eachLoader())
        for await (const { workspaceId: _, loaderId: __, jobId: ___, acl, ...row } of parts.files(
          scope,
          docId,
        ))
          yield { ...row, docId, storeId, acl: readJson(acl) };
    },

    /** The files themselves, in parts; those that would make the export too large to be imported say so. */
    async *contents(): AsyncGenerator<object> {
      let bytes = 0;
      for (const { id: storeId } of stores)
        for (const { name, mediaType, size, sha256 } of await rows.contents(scope, storeId)) {
          const head = { storeId, name, mediaType, size: Number(size), sha256 };
          if (bytes + head.size > mostContentBytes) {
            yield { ...head, part: 0, data: null };
            continue;
          }
          bytes += head.size;
          let part = 0;
          for await (const data of inParts((await files.stream(scope.workspaceId, sha256)).content)) {
            yield { ...head, part, data: data.toString('base64') };
            part += 1;
          }
          if (part === 0) yield { ...head, part, data: '' };
        }
    },
  };
}

async function loaderSettings(
  row: ExportedLoader,
  findTemplate: FindTemplate,
  note: (id: string) => void,
): Promise<object> {
  if (row.credential) note(row.credential);
  const clean = async (text: string, name: string) =>
    withoutSecrets(JSON.parse(text), await findTemplate(name), note);
  return {
    id: row.id,
    loaderId: row.loaderId,
    loaderName: row.loaderName,
    loaderConfig: await clean(row.loaderConfig, row.loaderId),
    splitterId: row.splitterId,
    splitterName: row.splitterName,
    splitterConfig: await clean(row.splitterConfig, row.splitterId),
    source: row.source,
    files: readJson(row.files),
    reading: row.reading === null ? null : await cleanReading(row.reading, findTemplate, note),
    isStale: row.isStale === 1,
    acl: readJson(row.acl),
    totalChunks: row.totalChunks,
    totalChars: Number(row.totalChars),
    status: 'SYNC',
  };
}

/** What reads pictures and sound: models with their inputs. */
async function cleanReading(
  text: string,
  findTemplate: FindTemplate,
  note: (id: string) => void,
): Promise<object> {
  const cleaned: [string, unknown][] = [];
  for (const [use, model] of Object.entries(JSON.parse(text) as Record<string, Record<string, unknown>>)) {
    const { inputs, ...rest } = model;
    const template = await findTemplate(String(model['name'] ?? ''));
    const kept = withoutSecrets(rest, undefined, note) as object;
    cleaned.push([use, inputs ? { ...kept, inputs: withoutSecrets(inputs, template, note) } : kept]);
  }
  return Object.fromEntries(cleaned);
}

async function* inParts(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const data of stream) {
    held.push(data);
    size += data.length;
    while (size >= partBytes) {
      const all = Buffer.concat(held);
      yield all.subarray(0, partBytes);
      const rest = all.subarray(partBytes);
      held = [rest];
      size = rest.length;
    }
  }
  if (size > 0) yield Buffer.concat(held);
}

function readJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
