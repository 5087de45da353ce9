import type { IndexPlace, indexRowStore } from './index-rows.store.ts';
import type { MatrixHandle } from './matrix-handle.ts';
import { RowBits } from './row-mask.ts';
import type { ScoredRow } from './top-rows.ts';
import { toQuestionCode } from './vector-code.ts';

/** Which rows are which texts; it only grows. */
export interface RowNumbers {
  textSeqs: number[];
  rowOf: Map<number, number>;
}

interface SnapshotParts {
  place: IndexPlace;
  rows: ReturnType<typeof indexRowStore>;
  numbers: RowNumbers;
  live: RowBits;
  matrix: MatrixHandle | undefined;
  wordShares(): Promise<ReadonlyMap<string, number> | undefined>;
  /** The same of these texts alone. */
  wordSharesOf(textSeqs: readonly number[]): Promise<ReadonlyMap<string, number> | undefined>;
}

interface Fields {
  rows: Int32Array;
  /** For each, which combination of values. */
  kinds: Int32Array;
  combinations: unknown[][];
}

const mostFieldSets = 8;
const mostDerived = 64;
const textsAtOnce = 1000;
/** A knowledge base that changes all the time is read as it is then. */
const mostReads = 5;

/** An index as it is at one revision: what is written meanwhile is no matter of who holds it. */
export class IndexSnapshot {
  readonly place: IndexPlace;
  /** Rows whose text is in a current chunk. */
  readonly live: RowBits;
  readonly #parts: SnapshotParts;
  readonly #fields = new Map<string, Promise<Fields>>();
  readonly #derived = new Map<string, Promise<unknown>>();

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
    this.place = parts.place;
    this.live = parts.live;
  }

  /** Where its codes are; undefined while there are none. */
  get codesIn(): MatrixHandle['place'] | undefined {
    return this.#parts.matrix?.place;
  }

  textOf(row: number): number {
    return this.#parts.numbers.textSeqs[row] ?? 0;
  }

  rowOf(textSeq: number): number | undefined {
    return this.#parts.numbers.rowOf.get(textSeq);
  }

  /** The best rows of a mask by their codes: nearly the best by their vectors. */
  async nearest(question: Float32Array, mask: RowBits, depth: number): Promise<ScoredRow[]> {
    const code = toQuestionCode(question);
    return (await this.#parts.matrix?.search({ ...code, vector: question, mask: mask.bytes, depth })) ?? [];
  }

  /** Rows of which a current chunk has fields of metadata that fit; a missing field is undefined. */
  async rowsWhere(names: readonly string[], fits: (values: unknown[]) => boolean): Promise<RowBits> {
    const { rows, kinds, combinations } = await this.#read(names);
    const fitting = combinations.map(fits);
    const bits = new RowBits(this.#parts.numbers.textSeqs.length);
    for (let at = 0; at < rows.length; at += 1)
      if (fitting[kinds[at] as number]) bits.add(rows[at] as number);
    return bits;
  }

  /**
   * In which share of the texts frequent words are; undefined where the texts are so few that it says nothing. `of`: of
   * these texts alone, because who may not read the others learns nothing of their words.
   */
  wordShares(of?: { key: string; rows: RowBits }): Promise<ReadonlyMap<string, number> | undefined> {
    if (!of) return this.#parts.wordShares();
    return this.derived(`shares ${of.key}`, () =>
      this.#parts.wordSharesOf(of.rows.rows().map((row) => this.textOf(row))),
    );
  }

  /** Something that follows from this revision, made once; the one that was asked for least recently leaves first. */
  derived<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#derived.get(key) as Promise<T> | undefined;
    const made = known ?? make();
    this.#derived.delete(key);
    this.#derived.set(key, made);
    if (known) return known;
    const [oldest] = this.#derived.keys();
    if (this.#derived.size > mostDerived && oldest !== undefined) this.#derived.delete(oldest);
    // A failed read is no answer for the next question.
    made.catch(() => this.#derived.delete(key));
    return made;
  }

  #read(names: readonly string[]): Promise<Fields> {
    const key = JSON.stringify(names);
    const known = this.#fields.get(key);
    if (known) return known;
    if (this.#fields.size >= mostFieldSets) this.#fields.clear();
    const reading = this.#readFields(names);
    this.#fields.set(key, reading);
    // A failed read is no answer for the next question.
    reading.catch(() => this.#fields.delete(key));
    return reading;
  }

  /** As they are at one moment: read again where other texts became current meanwhile. */
  async #readFields(names: readonly string[]): Promise<Fields> {
    const { place, rows } = this.#parts;
    for (let reads = 1; ; reads += 1) {
      const before = await rows.turnover(place);
      const fields = await this.#readPages(names);
      if (reads === mostReads || (await rows.turnover(place)) === before) return fields;
    }
  }

  /** Page by page: others are served between them. */
  async #readPages(names: readonly string[]): Promise<Fields> {
    const { place, rows: store } = this.#parts;
    const rows: number[] = [];
    const kinds: number[] = [];
    const known = new Map<string, number>();
    const combinations: unknown[][] = [];
    const take = ({ textSeq, values }: { textSeq: number; values: (string | null)[] }) => {
      const row = this.rowOf(textSeq);
      if (row === undefined) return;
      const key = JSON.stringify(values);
      let kind = known.get(key);
      if (kind === undefined) {
        kind = combinations.length;
        known.set(key, kind);
        combinations.push(values.map((value) => (value === null ? undefined : JSON.parse(value))));
      }
      rows.push(row);
      kinds.push(kind);
    };
    for (let after = 0; ; ) {
      const upTo = await store.lastOfNext(place, after, textsAtOnce);
      if (upTo === undefined) break;
      for (const read of await store.fields(place, names, { after, upTo })) take(read);
      after = upTo;
    }
    return { rows: Int32Array.from(rows), kinds: Int32Array.from(kinds), combinations };
  }
}
