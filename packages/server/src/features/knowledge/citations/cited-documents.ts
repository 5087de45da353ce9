import { type FileFormat, fileFormat } from '@tendril/catalogue/loading/reading/file-format';
import { type CitedDocument, type CitedView, placeList } from '@tendril/contract/api/citations';
import { AppError } from '@tendril/contract/app-error';
import type { Place } from '@tendril/contract/provider/block';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { mayReadFile } from '../access/public.ts';
import { chunkFileStore } from './chunk-files.store.ts';
import { citationStore } from './citations.store.ts';

/** A source of an answer, in a chat of a flow. */
export interface CitedPlace {
  flowId: string;
  messageId: string;
  number: number;
}

/** A document that is cited, and the content that it is read from. */
export interface CitedSource {
  workspaceId: string;
  shown: CitedDocument;
  /** Absent where nothing of it is kept but the passage. */
  content?: { sha256: string; mediaType: string; name: string; format: FileFormat };
}

interface Passage {
  pageContent?: unknown;
  metadata?: unknown;
}

type Content = { sha256: string; mediaType: string; name: string; size: number };

/** Finds the documents behind sources of answers and behind chunks. */
export function createCitedDocuments(db: Database) {
  const citations = citationStore(db);
  const chunks = chunkFileStore(db);

  return {
    /**
     * A source of an answer. `chatId`: the only chat that the caller may read; any when undefined. Of a document that
     * the caller's tokens may not read, only the passage. Throws NOT_FOUND.
     */
    async ofAnswer(
      scope: Scope,
      { flowId, messageId, number }: CitedPlace,
      chatId: string | undefined,
      callers: readonly string[],
    ): Promise<CitedSource> {
      const answer = await citations.findAnswer(scope, flowId, messageId);
      if (!answer || (chatId !== undefined && answer.chatId !== chatId)) throw missing();
      const passage = (JSON.parse(answer.sourceDocuments ?? '[]') as Passage[])[number - 1];
      if (!passage) throw missing();
      const kept = await citations.find(scope, messageId, number);
      const isReadable = kept && ((await mayReadFile(db, kept, callers)) ?? kept.audience === 'open');
      if (!kept || !isReadable) return toSource(scope, passage, undefined, false);
      const [now] = await chunks.ofChunks(scope, [kept.chunkId]);
      return toSource(scope, passage, { ...kept, size: Number(kept.size) }, now?.sha256 !== kept.sha256);
    },

    /** A chunk of a knowledge base that the caller's tokens may read. Throws NOT_FOUND. */
    async ofChunk(
      scope: Scope,
      storeId: string,
      chunkId: string,
      callers: readonly string[],
    ): Promise<CitedSource> {
      const chunk = await chunks.findChunk(scope, storeId, chunkId);
      if (!chunk || !(await mayReadFile(db, chunk, callers))) throw missing();
      const [file] = await chunks.ofChunks(scope, [chunkId]);
      const metadata = JSON.parse(chunk.metadata) as unknown;
      return toSource(scope, { pageContent: chunk.pageContent, metadata }, file, false);
    },
  };
}

export type CitedDocuments = ReturnType<typeof createCitedDocuments>;

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no such source.');
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function toSource(
  { workspaceId }: Scope,
  { pageContent, metadata }: Passage,
  file: Content | undefined,
  isOlder: boolean,
): CitedSource {
  const facts = asRecord(metadata);
  const loc = asRecord(facts['loc']);
  const name = file?.name ?? '';
  const format = file && fileFormat(file.name);
  const path = Array.isArray(loc['path']) ? loc['path'].filter((part) => typeof part === 'string') : [];
  const shown = {
    title: textOf(facts['title']) || name || textOf(facts['source']),
    ...{ name, path, isOlder },
    view: format ? viewOf(format) : 'passage',
    size: file?.size ?? null,
    text: textOf(pageContent),
    places: placesOf(loc),
  } as const;
  if (!file || !format) return { workspaceId, shown };
  const { sha256, mediaType } = file;
  return { workspaceId, shown, content: { sha256, mediaType, name, format } };
}

/** Places as the readers find them, else the lines that a splitter of plain text has counted. */
function placesOf(loc: Readonly<Record<string, unknown>>): Place[] {
  const places = placeList.safeParse(loc['places']).data;
  if (places && places.length > 0) return places;
  const { from, to } = asRecord(loc['lines']);
  if (Number.isInteger(from) && Number.isInteger(to)) return [{ lines: [Number(from), Number(to)] }];
  const page = loc['page'] ?? loc['pageNumber'];
  return Number.isInteger(page) ? [{ page: Number(page) }] : [];
}

function viewOf(format: FileFormat): CitedView {
  switch (format) {
    case 'pdf':
    case 'sound':
    case 'picture':
      return format;
    case 'text':
    case 'code':
    case 'json':
    case 'jsonl':
      return 'lines';
    default:
      return 'blocks';
  }
}
