import type { Database } from '../../../platform/db/schema.ts';
import { type IndexSnapshot, RowBits } from '../index/public.ts';
import { askWithin, type OutsideClient } from './outside-client.ts';
import type { OutsideStoreRow } from './outside-stores.store.ts';
import { outsideVectorStore } from './outside-vectors.store.ts';
import { vectorSeqOf } from './point-id.ts';

/** So few that they are compared here: no vendor is as exact with them. */
const fewTexts = 256;
/** Beyond it some vendors refuse, and others take seconds. */
const mostAsked = 1000;
const searchMs = 10_000;

interface OutsideQuestion {
  vector: Float32Array;
  /** How many of the nearest are wanted, at the least and better. */
  topK: number;
  depth: number;
  mask: RowBits;
  /** The mask leaves out what is current. */
  isMasked: boolean;
  signal: AbortSignal;
}

interface OutsidePlace {
  db: Database;
  snapshot: IndexSnapshot;
  client: OutsideClient;
  row: OutsideStoreRow;
}

/**
 * The texts nearest to a question as a vector store elsewhere says, of those that may be found; with those that it does
 * not have yet. It is asked for more than is wanted where others stand between, and what it does not give is compared
 * here.
 */
export async function searchOutside(place: OutsidePlace, question: OutsideQuestion): Promise<number[]> {
  const { snapshot } = place;
  const { mask, isMasked, topK } = question;
  const few = mask.count();
  if (few === 0) return [];
  if (isMasked && few <= fewTexts) return mask.rows().map((row) => snapshot.textOf(row));
  const [found, late] = await Promise.all([askFor(place, question, few), lateTexts(place, question)]);
  if (found.length + late.length < Math.min(topK, few)) return nearestHere(snapshot, question, mask);
  return [...new Set([...found, ...late])];
}

async function askFor(place: OutsidePlace, question: OutsideQuestion, few: number): Promise<number[]> {
  const { client, row, db, snapshot } = place;
  const { vector, depth, mask, signal } = question;
  const share = few / Math.max(1, snapshot.live.count());
  let count = Math.min(mostAsked, Math.ceil((depth * 1.2) / share));
  for (;;) {
    const query = { text: '', vector: [...vector], count, wantsVectors: false };
    const asked = count;
    const found = await askWithin(client, searchMs, signal, (context) => client.store.search(query, context));
    const seqs = found.flatMap(({ id = '' }) => vectorSeqOf(row.id, id) ?? []);
    const texts = await outsideVectorStore(db).textsOf(snapshot.place, seqs);
    const fitting = seqs.flatMap((seq) => texts.get(seq) ?? []).filter((text) => has(snapshot, mask, text));
    if (fitting.length >= depth || found.length < asked || asked >= mostAsked) return fitting;
    count = Math.min(mostAsked, asked * 4);
  }
}

/** The nearest of those that have not been written there yet. */
async function lateTexts({ db, snapshot, row }: OutsidePlace, question: OutsideQuestion): Promise<number[]> {
  const late = await outsideVectorStore(db).textsAfter(snapshot.place, row.cursor, fewTexts + 1);
  if (late.length <= fewTexts) return late.filter((text) => has(snapshot, question.mask, text));
  const all = await outsideVectorStore(db).textsAfter(snapshot.place, row.cursor, Number.MAX_SAFE_INTEGER);
  const mask = new RowBits(question.mask.bytes.length * 8);
  for (const text of all) {
    const at = snapshot.rowOf(text);
    if (at !== undefined && question.mask.has(at)) mask.add(at);
  }
  return nearestHere(snapshot, question, mask);
}

async function nearestHere(
  snapshot: IndexSnapshot,
  { vector, depth }: OutsideQuestion,
  mask: RowBits,
): Promise<number[]> {
  return (await snapshot.nearest(vector, mask, depth)).map(({ row }) => snapshot.textOf(row));
}

function has(snapshot: IndexSnapshot, mask: RowBits, textSeq: number): boolean {
  const row = snapshot.rowOf(textSeq);
  return row !== undefined && mask.has(row);
}
