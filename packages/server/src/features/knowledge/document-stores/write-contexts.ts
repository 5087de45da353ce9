import type { NodeServices } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import { chunkContextStore } from './chunk-contexts.store.ts';
import { type ChunkPlace, type ChunkRow, chunkStore, chunkWrites } from './chunks.store.ts';
import { contextPrompt, contextTokens, documentWindow, promptVersion } from './context-prompt.ts';
import { type ChosenModel, openStoreModel } from './open-store-model.ts';
import type { StoreNodes } from './store-nodes.ts';
import { hashOf } from './text-hash.ts';

const chunksAtOnce = 500;
const askedAtOnce = 4;
const longestContext = 1000;
const answerMs = 60_000;
/** So many failures one after the other, and the others are left as they are. */
const mostFailures = 5;

interface ContextParts {
  db: Database;
  nodes: StoreNodes;
  provide(scope: Scope, storeId: string): NodeServices;
}

/** Whose batch is written about. */
type ContextJob = Scope & Pick<RunningJob, 'id' | 'signal'>;

interface Asked {
  parts: ContextParts;
  job: ContextJob;
  model: ChatModel;
  failures: { inARow: number };
}

/**
 * Lets a model write about each chunk of the job's batch; what it writes is embedded with the chunk. A chunk that it
 * fails at stays as it is.
 */
export async function writeContexts(
  parts: ContextParts,
  job: ContextJob,
  choice: ChosenModel,
  storeId: string,
): Promise<void> {
  const services = parts.provide(job, storeId);
  const { nodes } = parts;
  const { signal } = job;
  const { model } = await openStoreModel({ nodes, services, choice, where: 'reading.context', signal });
  const asked = { parts, job, model, failures: { inARow: 0 } };
  for await (const document of documentsOf(parts, job)) await writeDocument(asked, document);
}

/** The chunks of the batch, document by document. */
async function* documentsOf({ db }: ContextParts, job: ContextJob): AsyncGenerator<ChunkRow[]> {
  let place: ChunkPlace | undefined;
  let document: ChunkRow[] = [];
  for (;;) {
    const rows = await chunkStore(db).after(job, [job.id], place, chunksAtOnce);
    if (rows.length === 0) break;
    place = rows.at(-1);
    for (const row of rows) {
      const [first] = document;
      if (first && sourceOf(first) !== sourceOf(row)) {
        yield document;
        document = [];
      }
      document.push(row);
    }
  }
  if (document.length > 0) yield document;
}

const sourceOf = ({ metadata }: ChunkRow) =>
  String((JSON.parse(metadata) as { source?: unknown }).source ?? '');

async function writeDocument(asked: Asked, chunks: readonly ChunkRow[]): Promise<void> {
  const { parts, job, model } = asked;
  const texts = chunks.map(({ pageContent }) => pageContent);
  const needed = chunks.map((chunk, index) => {
    const window = documentWindow(texts, index);
    const key = hashOf(
      [promptVersion, model.provider, model.modelId, hashOf(window), hashOf(chunk.pageContent)].join('\n'),
    );
    return { chunk, window, key };
  });
  const known = new Map<string, string>();
  for (let start = 0; start < needed.length; start += chunksAtOnce) {
    const keys = needed.slice(start, start + chunksAtOnce).map(({ key }) => key);
    for (const [key, text] of await chunkContextStore(parts.db).find(job, keys)) known.set(key, text);
  }
  const waiting = [...needed];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      job.signal.throwIfAborted();
      const context = known.get(next.key) ?? (await ask(asked, next.key, next.window, next.chunk));
      if (context) await putContext(asked, next.chunk, context);
    }
  };
  // The first one alone: after it the vendor knows the document.
  const first = waiting.splice(1);
  await work();
  waiting.push(...first);
  await Promise.all(Array.from({ length: askedAtOnce }, work));
}

async function ask(
  { parts, job, model, failures }: Asked,
  key: string,
  window: string,
  chunk: ChunkRow,
): Promise<string | undefined> {
  if (failures.inARow >= mostFailures) return undefined;
  try {
    const language = await model.language();
    const text = contextPrompt(window, chunk.pageContent);
    const { content } = await language.doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
      ...model.settings,
      maxOutputTokens: contextTokens * 3,
      abortSignal: AbortSignal.any([job.signal, AbortSignal.timeout(answerMs)]),
    });
    const written = content
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('')
      .trim();
    const context = written.replaceAll('\0', '').slice(0, longestContext).toWellFormed();
    failures.inARow = 0;
    if (context !== '')
      await chunkContextStore(parts.db).put(
        job,
        { loaderId: chunk.loaderId, fileId: chunk.fileId },
        key,
        context,
      );
    return context;
  } catch {
    // A chunk without its context is found all the same; a job that was stopped ends.
    job.signal.throwIfAborted();
    failures.inARow += 1;
    return undefined;
  }
}

async function putContext({ parts, job }: Asked, chunk: ChunkRow, context: string): Promise<void> {
  const before = chunk.indexText ?? chunk.pageContent;
  // A job that goes on after a stop finds what it has written before.
  if (before.startsWith(`${context}\n\n`)) return;
  const indexText = `${context}\n\n${before}`;
  await chunkWrites(parts.db).update(job, chunk.id, { indexText, hash: hashOf(indexText) });
}
