import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import { textWords } from '../index/public.ts';
import { noteGapAtOnce } from './gap-statement.ts';
import { gapStore, gapWrites } from './gaps.store.ts';
import { createKnownGaps } from './known-gaps.ts';
import { comparedVector, isNear } from './near-vectors.ts';
import type { RandomSimilarity } from './random-similarity.ts';

/** What a question was asked in, and goes with: a run, or a call whose agent has looked it up itself. */
export type AskedIn = { runId: string } | { callId: string };

/** A search, and the best that it found. */
export interface FinishedSearch extends Scope {
  storeId: string;
  /** In whose course it was asked. */
  of: AskedIn;
  question: string;
  hasFound: boolean;
  /** Of what was found, and of the nearest that was left out; null when there is nothing. */
  bestScore: number | null;
  embedding: string;
  vector: Float32Array;
}

const longestQuestion = 2000;
/** Questions whose vectors are this near ask the same. */
const sameQuestion = 0.9;

/** Equal for questions of the same words, in whatever order and form of letters. */
function wordKeyOf(question: string): string {
  const words = [...new Set(textWords(question))].sort();
  return createHash('sha256').update(words.join(' ')).digest('hex');
}

const toBytes = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

function toVector(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** A question of a search that found nothing, ready to be stored. */
interface NotedQuestion {
  search: FinishedSearch;
  question: string;
  wordKey: string;
  /** The gap that asks the same. */
  same: string | undefined;
  at: number;
  /** Of the gap, where there is none yet. */
  id: string;
}

interface RecorderParts {
  db: Database;
  writes: WriteGroup;
  floorOf: RandomSimilarity;
}

/** Notes searches that found nothing worth an answer; of runs that are stored only. */
export function createGapRecorder({ db, writes, floorOf }: RecorderParts) {
  const knownGaps = createKnownGaps({
    async read(of) {
      const rows = await gapStore(db).vectors(of, of.storeId, of.embedding);
      return rows.flatMap(({ id, vector }) => (vector ? [{ id, ...comparedVector(toVector(vector)) }] : []));
    },
  });

  async function findSame(search: FinishedSearch, wordKey: string): Promise<string | undefined> {
    const same = await gapStore(db).byWords(search, search.storeId, wordKey);
    if (same || search.vector.length === 0) return same?.id;
    const known = await knownGaps.of(search);
    const asked = comparedVector(search.vector);
    return known.find((gap) => isNear(gap, asked, sameQuestion))?.id;
  }

  async function noteAtOnce(noted: NotedQuestion): Promise<string | undefined> {
    const { search, question, wordKey, same, at, id } = noted;
    const { workspaceId, storeId, of, bestScore, embedding } = search;
    const vector = search.vector.length > 0 ? toBytes(search.vector) : null;
    const gap = { id, workspaceId, storeId, wordKey, embedding, bestScore, vector, at };
    const asked = { gap, of, question: { id: randomUUID(), question } };
    const found = await noteGapAtOnce(db, { ...asked, same });
    // What asked the same may have been removed meanwhile.
    return found ?? (same === undefined ? undefined : noteGapAtOnce(db, { ...asked, same: undefined }));
  }

  function noteInGroup({
    search,
    question,
    wordKey,
    same,
    at,
    id,
  }: NotedQuestion): Promise<string | undefined> {
    const { workspaceId, storeId, of, bestScore, embedding } = search;
    return writes.write(async (trx) => {
      const store = gapStore(trx);
      if (!(await store.isStored(of))) return undefined;
      const rows = gapWrites(trx);
      const found = same === undefined ? undefined : await store.find(search, storeId, same);
      if (!found)
        await rows.insert({
          ...{ id, workspaceId, storeId, wordKey, embedding, bestScore },
          vector: search.vector.length > 0 ? toBytes(search.vector) : null,
          ...{ state: 'open', asked: 0, firstAskedAt: at, lastAskedAt: at },
        });
      const gap = found ?? (await store.byWords(search, storeId, wordKey));
      if (!gap) return undefined;
      await rows.count(search, gap.id, bestScore, at);
      await rows.insertQuestion({ id: randomUUID(), workspaceId, gapId: gap.id, question, askedAt: at }, of);
      return gap.id;
    });
  }

  return async (search: FinishedSearch): Promise<void> => {
    const { storeId, bestScore, embedding } = search;
    const question = search.question.trim().slice(0, longestQuestion);
    if (question === '') return;
    if (search.hasFound && bestScore !== null && bestScore >= (await floorOf(search, storeId, embedding)))
      return;
    const wordKey = wordKeyOf(question);
    const same = await findSame(search, wordKey);
    const at = Date.now();
    const id = randomUUID();
    const noted = { search, question, wordKey, same, at, id };
    const gapId = isPostgres(db) ? await noteAtOnce(noted) : await noteInGroup(noted);
    if (gapId === id && search.vector.length > 0)
      await knownGaps.add(search, { id, ...comparedVector(search.vector) });
  };
}
