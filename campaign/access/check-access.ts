import { AppError } from '@tendril/contract/app-error';
import { accessWrites, createRowAccess } from '../../packages/server/src/features/knowledge/access/public.ts';
import {
  createKnowledgeIndex,
  type KnowledgeIndex,
  storeIndexStore,
} from '../../packages/server/src/features/knowledge/index/public.ts';
import {
  explainChunk,
  type SearchParts,
  type SearchRequest,
  searchStore,
} from '../../packages/server/src/features/knowledge/search/public.ts';
import { createHeavyReads } from '../../packages/server/src/platform/db/readers/heavy-reads.ts';
import type { Database } from '../../packages/server/src/platform/db/schema.ts';
import { seededRandom } from '../seeded-random.ts';
import {
  drawCaller,
  drawList,
  drawQuestion,
  drawVector,
  fillStore,
  type KnownStore,
  place,
} from './access-store.ts';

interface AccessCheck {
  db: Database;
  home: string;
  databaseUrl?: string | undefined;
  callers: number;
  seed: number;
  log?(line: string): void;
}

interface AccessReport {
  searches: number;
  /** Chunks that were given, explained or refused, each held against who may read it. */
  answers: number;
  faults: string[];
}

/** How often the lists change: each so many callers. */
const changesEach = 200;
/** So few texts say nothing of how frequent words are. */
const leastSampled = 200;

/** Asks on behalf of random callers, and holds everything that they get against a model that knows only the lists. */
export async function checkAccess({ db, callers, seed, log, ...config }: AccessCheck): Promise<AccessReport> {
  const random = seededRandom(seed);
  const known = await fillStore(db, random);
  const reads = createHeavyReads({ ...config, databaseUrl: config.databaseUrl, databasePool: 4 }, db);
  const index = createKnowledgeIndex({ reads, mostBytes: 100_000_000 });
  const report: AccessReport = { searches: 0, answers: 0, faults: [] };
  try {
    for (let at = 0; at < callers; at += 1) {
      if (at % changesEach === changesEach - 1) await changeList(db, known, random);
      await checkCaller({ db, reads, index }, known, random, report);
      if (at % 1000 === 999)
        log?.(`${at + 1} callers, ${report.answers} answers, ${report.faults.length} faults`);
    }
  } finally {
    await closeAll(index, reads);
  }
  return report;
}

async function closeAll(index: KnowledgeIndex, reads: { close(): Promise<void> }): Promise<void> {
  await index.close();
  await reads.close();
}

/** The model: no code of the server takes part. */
function mayRead(known: KnownStore, chunkId: string, tokens: ReadonlySet<string>): boolean {
  const chunk = known.chunks.get(chunkId);
  if (!chunk) return false;
  const own = chunk.fileId === null ? null : (known.files.get(chunk.fileId)?.list ?? null);
  const list = own ?? known.loaderLists.get(chunk.loaderId) ?? ['workspace'];
  return list.length === 0 ? tokens.has('owner') : list.some((token) => tokens.has(token));
}

async function changeList(db: Database, known: KnownStore, random: () => number): Promise<void> {
  const ids = [...known.files.keys()];
  const id = ids[Math.floor(random() * ids.length)] ?? '';
  const file = known.files.get(id);
  if (!file) return;
  file.list = drawList(random);
  await db.transaction().execute(async (trx) => {
    await accessWrites(trx).count(place, place.storeId);
    await accessWrites(trx).setFileLists(place, file.loaderId, [id], file.list);
  });
}

async function checkCaller(
  parts: SearchParts,
  known: KnownStore,
  random: () => number,
  report: AccessReport,
): Promise<void> {
  const caller = drawCaller(random);
  const tokens = new Set(caller);
  const readable = new Map([...known.chunks.keys()].map((id) => [id, mayRead(known, id, tokens)]));
  const texts = new Set([...known.chunks.values()].map(({ textKey }) => textKey));
  const seen = new Set([...known.chunks].flatMap(([id, { textKey }]) => (readable.get(id) ? [textKey] : [])));
  const store = { workspaceId: place.workspaceId, id: place.storeId };
  const request: SearchRequest = {
    ...{ question: drawQuestion(random), vector: drawVector(random), embedding: place.embedding },
    ...{ state: await storeIndexStore(parts.db).find(place, place.storeId), topK: 100 },
    ...(random() < 0.3 && { filter: { part: Math.floor(random() * 5) } }),
    ...{ access: createRowAccess(parts.reads, caller), signal: new AbortController().signal },
  };
  const found = await searchStore(parts, store, request);
  report.searches += 1;
  const fail = (what: string) => report.faults.push(`${what} for ${caller.join(' ')}`);
  for (const { row } of [...found.docs, ...found.misses]) {
    report.answers += 1;
    if (!readable.get(row.id)) fail(`${row.id} was given`);
  }
  if (found.hidden !== texts.size - seen.size) fail(`${found.hidden} hidden`);
  const asked = new Set(request.question.split(' '));
  if (seen.size < leastSampled && found.words.length !== asked.size) fail('words of others were counted');
  const ids = [...known.chunks.keys()];
  const chunkId = ids[Math.floor(random() * ids.length)] ?? '';
  report.answers += 1;
  if ((await isExplained(parts, store, request, chunkId)) !== readable.get(chunkId))
    fail(`${chunkId} was ${readable.get(chunkId) ? 'not ' : ''}explained`);
}

async function isExplained(
  parts: SearchParts,
  store: Parameters<typeof explainChunk>[1],
  request: SearchRequest,
  chunkId: string,
): Promise<boolean> {
  try {
    await explainChunk(parts, store, request, chunkId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
