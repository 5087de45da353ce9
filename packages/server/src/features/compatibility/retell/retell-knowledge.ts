import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { studioPrefix } from '@tendril/contract/api/prefixes';
import {
  type RetellKnowledgeBase,
  type RetellKnowledgeBody,
  type RetellSource,
  type RetellSources,
  retellKnowledgeBody,
  retellSources,
} from '@tendril/contract/api/retell-knowledge-bases';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../../../platform/db/scope.ts';
import { endingOf } from '../../../platform/files/file-name.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import type { KnowledgeService } from '../../knowledge/document-stores/public.ts';

const loadersByEnding: Readonly<Record<string, { loader: string; input: string }>> = {
  '.pdf': { loader: 'pdfFile', input: 'pdfFile' },
  '.docx': { loader: 'docxFile', input: 'docxFile' },
  '.csv': { loader: 'csvFile', input: 'csvFile' },
  '.json': { loader: 'jsonFile', input: 'jsonFile' },
  '.jsonl': { loader: 'jsonFile', input: 'jsonFile' },
};
const textLoader = { loader: 'textFile', input: 'txtFile' };
const defaultChunkSize = 2000;
/** The overlap between neighbouring chunks. */
const overlapShare = 0.1;

interface Source {
  loaderId: string;
  loaderName: string;
  loaderConfig: Record<string, unknown>;
}

/** Knowledge bases in Retell's API: each source is a loader that is processed at once. */
export function createRetellKnowledge({ stores, loaders, files, readable }: KnowledgeService) {
  const read = async (caller: ScopedCaller, id: string) =>
    toKnowledgeBase(await stores.read(caller, id), await readable.hiddenLoaders(caller));

  async function add(
    scope: Scope,
    storeId: string,
    sources: readonly Source[],
    chunkSize: number,
  ): Promise<void> {
    const splitter = {
      splitterId: 'recursiveCharacterTextSplitter',
      splitterConfig: { chunkSize, chunkOverlap: Math.round(chunkSize * overlapShare) },
    };
    const rows = [];
    // All are stored before the first is processed: a refused one leaves nothing half done.
    for (const source of sources)
      rows.push(await loaders.saveRow(scope, { storeId, ...source, ...splitter }));
    for (const row of rows) await loaders.start(scope, row, true);
  }

  /** The content of a request: fields as JSON or in a form, files in a form only. */
  async function receive(scope: Scope, storeId: string, request: FastifyRequest, body: unknown) {
    if (!request.isMultipart()) return { fields: body, files: [] };
    const form = await files.receive(scope, storeId, request);
    return { fields: readLists(form.fields), files: form.files.map(({ name }) => fileSource(name)) };
  }

  return {
    read,
    list: async (caller: ScopedCaller) => {
      const all = await stores.list(caller);
      return Promise.all(all.map(({ id }) => read(caller, id)));
    },
    remove: (scope: Scope, id: string) => stores.remove(scope, id),

    async create(
      scope: ScopedCaller,
      request: FastifyRequest,
      body: RetellKnowledgeBody | undefined,
    ): Promise<RetellKnowledgeBase> {
      // Files have to be stored before the fields that follow them are known.
      const name = body?.knowledge_base_name ?? 'Knowledge base';
      const { id } = await stores.create(scope, { name, description: '' });
      try {
        const got = await receive(scope, id, request, body);
        const fields = parseInput(retellKnowledgeBody, got.fields) as RetellKnowledgeBody;
        await stores.update(scope, id, { name: fields.knowledge_base_name });
        const sources = [...got.files, ...writtenSources(fields)];
        await add(scope, id, sources, fields.max_chunk_size ?? defaultChunkSize);
      } catch (error) {
        await stores.remove(scope, id);
        throw error;
      }
      return read(scope, id);
    },

    async addSources(
      scope: ScopedCaller,
      id: string,
      request: FastifyRequest,
      body: RetellSources | undefined,
    ): Promise<RetellKnowledgeBase> {
      await stores.require(scope, id);
      const got = await receive(scope, id, request, body);
      const fields = parseInput(retellSources, got.fields) as RetellSources;
      await add(scope, id, [...got.files, ...writtenSources(fields)], defaultChunkSize);
      return read(scope, id);
    },

    async removeSource(scope: ScopedCaller, id: string, sourceId: string): Promise<RetellKnowledgeBase> {
      await loaders.remove(scope, id, sourceId);
      return read(scope, id);
    },
  };
}

/** In a form, lists come as JSON text, under the same limits as any body. */
function readLists(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read = Object.entries(fields).map(([name, value]) =>
    typeof value === 'string' && /^knowledge_base_(texts|urls)$/.test(name)
      ? [name, parseGuardedJson(value, name)]
      : [name, value],
  );
  return Object.fromEntries(read);
}

export type RetellKnowledge = ReturnType<typeof createRetellKnowledge>;

function writtenSources(fields: RetellSources): Source[] {
  const texts = (fields.knowledge_base_texts ?? []).map(({ title, text }) => ({
    loaderId: 'plainText',
    loaderName: title,
    loaderConfig: { text, metadata: { source: title } },
  }));
  const pages = (fields.knowledge_base_urls ?? []).map((url) => ({
    loaderId: 'cheerioWebScraper',
    loaderName: url.slice(0, 200),
    loaderConfig: { url },
  }));
  return [...texts, ...pages];
}

function fileSource(name: string): Source {
  const { loader, input } = loadersByEnding[endingOf(name)] ?? textLoader;
  return {
    loaderId: loader,
    loaderName: name.slice(0, 200),
    loaderConfig: { [input]: `FILE-STORAGE::${JSON.stringify([name])}` },
  };
}

function toKnowledgeBase(
  { id, name, loaders, updatedDate }: DocumentStore,
  hidden: ReadonlySet<string>,
): RetellKnowledgeBase {
  return {
    knowledge_base_id: id,
    knowledge_base_name: name,
    status: statusOf(loaders),
    knowledge_base_sources: loaders.map((loader) => toSource(id, loader, hidden.has(loader.id))),
    enable_auto_refresh: false,
    last_refreshed_timestamp: Date.parse(updatedDate),
  };
}

function statusOf(loaders: readonly StoreLoader[]): RetellKnowledgeBase['status'] {
  if (loaders.some(({ job }) => job !== null)) return 'in_progress';
  return loaders.some(({ error }) => error !== null) ? 'error' : 'complete';
}

function toSource(storeId: string, loader: StoreLoader, isHidden: boolean): RetellSource {
  const { id, loaderId, loaderName, loaderConfig, files } = loader;
  const address = `${studioPrefix}/document-store/chunks/${storeId}/${id}/1`;
  // A title and a name already say something of the text.
  if (isHidden) return { type: 'text', source_id: id, title: 'Restricted', content_url: address };
  const url = loaderConfig['url'];
  if (loaderId === 'cheerioWebScraper' && typeof url === 'string') return { type: 'url', source_id: id, url };
  const [file] = files;
  if (file)
    return {
      type: 'document',
      source_id: id,
      filename: files.map((one) => one.name).join(', '),
      file_size: files.reduce((sum, { size }) => sum + size, 0),
      file_url: address,
    };
  return { type: 'text', source_id: id, title: loaderName, content_url: address };
}
