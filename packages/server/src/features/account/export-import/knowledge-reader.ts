import type * as z from 'zod';
import { type Bundle, type BundleMessage, messageDetails } from './bundle.ts';
import type { RowChecks } from './bundle-reader.ts';
import { feedbackRow, messageRow } from './bundle-rows.ts';
import type { BundleChunk, BundleLoader, BundleStore } from './knowledge-bundle.ts';
import {
  chunkRow,
  contentRow,
  documentRow,
  loaderRow,
  parentRow,
  storedName,
  storeRow,
} from './knowledge-bundle-rows.ts';
import { withoutSecrets } from './without-secrets.ts';

type Taker = (place: string, entry: unknown) => void;
type OfLoader = { storeId: string; docId: string };

/** Lists of a bundle that hold parts of knowledge bases: there are many more of them than of records. */
export const knowledgePartKeys = new Set([
  'DocumentStoreFileChunk',
  'KnowledgeParent',
  'KnowledgeDocument',
  'KnowledgeContent',
]);

/** Reads knowledge bases with all that they hold, and chats with their ratings. */
export class KnowledgeReader {
  readonly #bundle: Bundle;
  readonly #file: string;
  readonly #checks: RowChecks;
  /** By the key of their loader. */
  readonly #chunks = new Map<string, (BundleChunk & { chunkNo: number })[]>();
  readonly #firstStore: number;

  constructor(bundle: Bundle, file: string, checks: RowChecks) {
    this.#bundle = bundle;
    this.#file = file;
    this.#checks = checks;
    this.#firstStore = bundle.stores.length;
  }

  takerOf(key: string): Taker | undefined {
    const takers: Readonly<Record<string, Taker>> = {
      DocumentStore: (place, entry) => this.#store(place, entry),
      DocumentStoreFileChunk: (place, entry) => this.#chunk(place, entry),
      KnowledgeParent: (place, entry) => this.#parent(place, entry),
      KnowledgeDocument: (place, entry) => this.#document(place, entry),
      KnowledgeContent: (place, entry) => this.#content(place, entry),
      ChatMessage: (place, entry) => this.#message(place, entry),
      ChatMessageFeedback: (place, entry) => this.#feedback(place, entry),
    };
    return Object.hasOwn(takers, key) ? takers[key] : undefined;
  }

  /** Joins chunks with their loaders, whatever the order of the lists. */
  finish(): void {
    const bundle = this.#bundle;
    const stores = bundle.stores.slice(this.#firstStore);
    const brought = new Set(
      bundle.contents.filter(({ data }) => data !== null).map(({ store, name }) => `${store} ${name}`),
    );
    for (const store of stores) {
      store.missingFiles = namesOf(store).filter((name) => !brought.has(`${store.key} ${name}`));
      for (const loader of store.loaders) {
        const chunks = this.#chunks.get(loader.key) ?? [];
        this.#chunks.delete(loader.key);
        loader.chunkCount = chunks.length;
        for (const { chunkNo: _, ...chunk } of chunks.toSorted((one, other) => one.chunkNo - other.chunkNo))
          bundle.chunks.push(chunk);
      }
    }
    const lost = [...this.#chunks.values()].reduce((sum, chunks) => sum + chunks.length, 0);
    if (lost > 0)
      bundle.skipped.push({
        key: 'DocumentStoreFileChunk',
        count: lost,
        reason: 'The knowledge base that they belong to is not in the file.',
        file: this.#file,
      });
  }

  /** There are many of them, and one that is incomplete is no reason to refuse the others. */
  #read<S extends z.ZodType>(schema: S, place: string, entry: unknown): z.output<S> | undefined {
    const parsed = schema.safeParse(entry);
    if (parsed.success) return parsed.data;
    const [key = ''] = place.split('.');
    const reason = `Incomplete, the first at ${[place, ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.')}.`;
    const known = this.#bundle.skipped.find(
      (one) => one.key === key && one.file === this.#file && one.reason.startsWith('Incomplete'),
    );
    if (known) known.count += 1;
    else this.#bundle.skipped.push({ key, count: 1, reason, file: this.#file });
    return undefined;
  }

  #store(place: string, entry: unknown): void {
    const taken = this.#checks.parse(storeRow, place, entry);
    if (!taken) return;
    const loaders = this.#list(`${place}.loaders`, taken.loaders).flatMap((one, index) =>
      this.#loader(taken.id ?? place, `${place}.loaders.${index}`, one),
    );
    this.#bundle.stores.push({
      id: taken.id,
      name: taken.name,
      description: taken.description,
      embeddingConfig: this.#choice(taken.embeddingConfig),
      vectorStoreConfig: this.#choice(taken.vectorStoreConfig),
      recordManagerConfig: this.#choice(taken.recordManagerConfig),
      audience: taken.audience,
      secrets: taken.secrets,
      questions: taken.questions,
      key: this.#keyOf(taken.id ?? place),
      loaders,
      missingFiles: [],
      place,
      file: this.#file,
    });
  }

  #loader(storeId: string, place: string, entry: unknown): BundleLoader[] {
    const taken = this.#checks.parse(loaderRow, place, entry);
    if (!taken) return [];
    const { id, files, loaderConfig, splitterConfig, reading, acl, sync, ...rest } = taken;
    const named = (files ?? []).flatMap((one) => storedName.safeParse(one).data ?? []);
    return [
      {
        ...rest,
        key: this.#keyOf(storeId, id),
        loaderConfig: JSON.stringify(clean(loaderConfig ?? {})),
        splitterConfig: JSON.stringify(clean(splitterConfig ?? {})),
        files: JSON.stringify(named),
        reading: reading ? JSON.stringify(clean(reading)) : null,
        acl: acl ? JSON.stringify(acl) : null,
        sync: sync ?? null,
        chunkCount: 0,
      },
    ];
  }

  #keyOf(...ids: readonly string[]): string {
    return [this.#file, ...ids].join('\n');
  }

  #list(place: string, text: string): unknown[] {
    if (text === '') return [];
    const value = this.#checks.json(place, text);
    if (Array.isArray(value)) return value;
    if (value !== undefined) this.#checks.problem(place, 'must be JSON text of a list');
    return [];
  }

  /** A chosen node, with the reference to its secret left out. */
  #choice(text: string): string | null {
    if (text === '') return null;
    try {
      const value = JSON.parse(text) as { name?: unknown; config?: unknown } | null;
      if (typeof value?.name !== 'string' || typeof value.config !== 'object' || value.config === null)
        return null;
      const config = clean(value.config);
      return JSON.stringify({ name: value.name, config });
    } catch {
      return null;
    }
  }

  #chunk(place: string, entry: unknown): void {
    const taken = this.#read(chunkRow, place, entry);
    if (!taken) return;
    const { storeId, docId, metadata, indexText = null, parentKey = null, fileId = null, ...rest } = taken;
    const loader = this.#keyOf(storeId, docId);
    const known = this.#chunks.get(loader) ?? [];
    known.push({ ...rest, loader, metadata: objectText(metadata), indexText, parentKey, fileId });
    this.#chunks.set(loader, known);
  }

  #parent(place: string, entry: unknown): void {
    const taken = this.#read(parentRow, place, entry);
    if (taken) this.#bundle.parents.push({ loader: this.#loaderOf(taken), key: taken.key, text: taken.text });
  }

  #document(place: string, entry: unknown): void {
    const taken = this.#read(documentRow, place, entry);
    if (!taken) return;
    const { storeId, docId, ...rest } = taken;
    this.#bundle.documents.push({ ...rest, loader: this.#loaderOf({ storeId, docId }) });
  }

  #content(place: string, entry: unknown): void {
    const taken = this.#read(contentRow, place, entry);
    if (!taken) return;
    const { storeId, ...rest } = taken;
    this.#bundle.contents.push({ ...rest, store: this.#keyOf(storeId) });
  }

  #loaderOf({ storeId, docId }: OfLoader): string {
    return this.#keyOf(storeId, docId);
  }

  #message(place: string, entry: unknown): void {
    const taken = this.#read(messageRow, place, entry);
    if (!taken) return;
    const details = Object.fromEntries(messageDetails.map((key) => [key, taken[key] || null]));
    this.#bundle.messages.push({
      id: taken.id,
      flowId: taken.chatflowid,
      role: taken.role,
      content: taken.content,
      chatType: taken.chatType || 'EXTERNAL',
      chatId: taken.chatId,
      sessionId: taken.sessionId || taken.chatId,
      memoryType: taken.memoryType || null,
      leadEmail: taken.leadEmail || null,
      createdAt: taken.createdDate,
      details: details as BundleMessage['details'],
      file: this.#file,
    });
  }

  #feedback(place: string, entry: unknown): void {
    const taken = this.#read(feedbackRow, place, entry);
    if (!taken) return;
    const { createdDate, ...rest } = taken;
    this.#bundle.feedback.push({ ...rest, createdAt: createdDate });
  }
}

/** References to secrets of elsewhere mean nothing here. */
function clean(settings: unknown): unknown {
  return withoutSecrets(settings, undefined, () => undefined);
}

/** The stored files that the loaders of a knowledge base name. */
function namesOf({ loaders }: BundleStore): string[] {
  const names = loaders.flatMap(({ files }) =>
    (JSON.parse(files) as { name: string }[]).map(({ name }) => name),
  );
  return [...new Set(names)];
}

function objectText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : '{}';
  } catch {
    return '{}';
  }
}
