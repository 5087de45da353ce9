import type * as z from 'zod';
import {
  type Bundle,
  type BundleChunk,
  type BundleLoader,
  type BundleMessage,
  messageDetails,
} from './bundle.ts';
import type { RowChecks } from './bundle-reader.ts';
import { chunkRow, feedbackRow, loaderRow, messageRow, storeRow } from './bundle-rows.ts';
import { travelling } from './home-values.ts';

/** Reads knowledge bases with their chunks, and chats with their ratings. */
export class KnowledgeReader {
  readonly #bundle: Bundle;
  readonly #file: string;
  readonly #checks: RowChecks;
  /** Chunks by their store and loader. */
  readonly #chunks = new Map<string, (BundleChunk & { chunkNo: number })[]>();
  readonly #firstStore: number;

  constructor(bundle: Bundle, file: string, checks: RowChecks) {
    this.#bundle = bundle;
    this.#file = file;
    this.#checks = checks;
    this.#firstStore = bundle.stores.length;
  }

  takerOf(key: string): ((place: string, entry: unknown) => void) | undefined {
    if (key === 'DocumentStore') return (place, entry) => this.#store(place, entry);
    if (key === 'DocumentStoreFileChunk') return (place, entry) => this.#chunk(place, entry);
    if (key === 'ChatMessage') return (place, entry) => this.#message(place, entry);
    if (key === 'ChatMessageFeedback') return (place, entry) => this.#feedback(place, entry);
    return undefined;
  }

  /** Joins chunks with their loaders, whatever the order of the lists. */
  finish(): void {
    for (const store of this.#bundle.stores.slice(this.#firstStore))
      for (const loader of store.loaders) {
        const key = `${store.id} ${loader.id}`;
        const chunks = this.#chunks.get(key) ?? [];
        this.#chunks.delete(key);
        loader.chunks = chunks
          .toSorted((one, other) => one.chunkNo - other.chunkNo)
          .map(({ pageContent, metadata }) => ({ pageContent, metadata }));
      }
    const lost = [...this.#chunks.values()].reduce((sum, chunks) => sum + chunks.length, 0);
    if (lost > 0)
      this.#bundle.skipped.push({
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
      this.#loader(`${place}.loaders.${index}`, one),
    );
    this.#bundle.stores.push({
      id: taken.id,
      name: taken.name,
      description: taken.description,
      embeddingConfig: this.#choice(taken.embeddingConfig),
      vectorStoreConfig: this.#choice(taken.vectorStoreConfig),
      recordManagerConfig: this.#choice(taken.recordManagerConfig),
      loaders,
      place,
      file: this.#file,
    });
  }

  #loader(place: string, entry: unknown): BundleLoader[] {
    const taken = this.#checks.parse(loaderRow, place, entry);
    if (!taken) return [];
    const { files, loaderConfig, splitterConfig, ...rest } = taken;
    return [
      {
        ...rest,
        loaderConfig: JSON.stringify(withoutSecret(loaderConfig ?? {})),
        splitterConfig: JSON.stringify(withoutSecret(splitterConfig ?? {})),
        hasFiles: (files ?? []).length > 0,
        chunks: [],
      },
    ];
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
      const config = withoutSecret(value.config as Record<string, unknown>);
      return JSON.stringify({ name: value.name, config });
    } catch {
      return null;
    }
  }

  #chunk(place: string, entry: unknown): void {
    const taken = this.#read(chunkRow, place, entry);
    if (!taken) return;
    const key = `${taken.storeId} ${taken.docId}`;
    const known = this.#chunks.get(key) ?? [];
    known.push({
      chunkNo: taken.chunkNo,
      pageContent: taken.pageContent,
      metadata: objectText(taken.metadata),
    });
    this.#chunks.set(key, known);
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

/** Values of a node without the reference to its secret, which means nothing here. */
function withoutSecret(config: Record<string, unknown>): Record<string, unknown> {
  const { credential: _credential, ...values } = config;
  return travelling(values, new Set());
}

function objectText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : '{}';
  } catch {
    return '{}';
  }
}
