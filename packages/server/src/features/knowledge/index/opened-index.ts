import type { CodeRow, IndexPlace, indexRowStore } from './index-rows.store.ts';
import { IndexSnapshot, type RowNumbers } from './index-snapshot.ts';
import type { MatrixHandle } from './matrix-handle.ts';
import { RowBits } from './row-mask.ts';
import type { StoreIndexState } from './store-index.store.ts';
import { type ReadyTable, type TableMatrix, type TableQuestion, tableMatrix } from './table-matrix.ts';
import { wordShares } from './word-shares.ts';

/** Opens a matrix for so many rows. */
export type OpenMatrix = (
  place: IndexPlace,
  dimensions: number,
  rows: number,
  /** Never from the database, which has the others. */
  isRest?: boolean,
) => MatrixHandle;

interface OpenedParts {
  place: IndexPlace;
  rows: ReturnType<typeof indexRowStore>;
  openMatrix: OpenMatrix;
  /** Where very large knowledge bases are compared by the database. */
  tables?: IndexTables | undefined;
}

export interface IndexTables {
  /** The table of a place, once it is ready. */
  find(place: IndexPlace): Promise<ReadyTable | undefined>;
  /** The nearest texts of a table, best first. */
  search(
    place: IndexPlace,
    table: ReadyTable,
    question: TableQuestion,
  ): Promise<{ textSeq: number; score: number }[]>;
}

const rowsAtOnce = 500;
const textsAtOnce = 1000;
/** Rows without a text are taken out when they are more than this share. */
const mostGone = 0.2;
/** How long questions that began before go on with a matrix that was replaced. */
const keptMs = 30_000;
/** A knowledge base that changes all the time is read as it is then. */
const mostReads = 5;
/** Fewer texts say nothing about how frequent a word is. */
const leastSampled = 200;
const sampledTexts = 300;
/** So many rows beyond a table are compared here before what the table has taken up meanwhile is left to it. */
const mostBeyond = 5000;

/** The index of one model in one knowledge base, kept in step with the database. */
export class OpenedIndex {
  readonly #parts: OpenedParts;
  #numbers: RowNumbers = { textSeqs: [], rowOf: new Map() };
  #table: ReadyTable | undefined;
  /** The matrix, where it is that of a table. */
  #compared: TableMatrix | undefined;
  #live = new RowBits(0);
  #matrix: MatrixHandle | undefined;
  #dimensions = 0;
  #lastSeq = 0;
  #revision = -1;
  #turnover = -1;
  #snapshot: IndexSnapshot | undefined;
  #working: Promise<void> = Promise.resolve();
  #shares: { rows: number; read: Promise<ReadonlyMap<string, number>> } | undefined;

  constructor(parts: OpenedParts) {
    this.#parts = parts;
  }

  get bytes(): number {
    return (this.#matrix?.bytes() ?? 0) + this.#numbers.textSeqs.length * 48;
  }

  get codesIn(): MatrixHandle['place'] | undefined {
    return this.#matrix?.place;
  }

  /** The index as it is at this state of the knowledge base, or later. */
  async at(state: Pick<StoreIndexState, 'revision' | 'turnover'>): Promise<IndexSnapshot> {
    if (!this.#snapshot || this.#revision < state.revision) {
      const working = this.#working.then(() => this.#catchUp(state));
      this.#working = working.catch(() => undefined);
      await working;
    }
    if (!this.#snapshot) throw new Error('The index was not read.');
    return this.#snapshot;
  }

  close(): void {
    this.#matrix?.close();
  }

  async #catchUp({ revision, turnover }: Pick<StoreIndexState, 'revision' | 'turnover'>): Promise<void> {
    if (this.#snapshot && this.#revision >= revision) return;
    await this.#followTable();
    // Who holds the snapshot before goes on with the rows that were live then.
    const live = new RowBits(0);
    live.bytes = this.#live.bytes.slice();
    await this.#append(live);
    const isOther = this.#turnover !== turnover && this.#turnover !== -1;
    this.#live = isOther ? await this.#readLive() : live;
    if (isOther) await this.#compact();
    this.#turnover = turnover;
    this.#revision = revision;
    const { place, rows } = this.#parts;
    this.#snapshot = new IndexSnapshot({
      ...{ place, rows, live: this.#live, matrix: this.#matrix },
      numbers: this.#numbers,
      wordShares: () => this.#wordShares(),
      wordSharesOf: async (own) => (own.length < leastSampled ? undefined : this.#readShares(own)),
    });
  }

  /** Read from a sample, and again when there are far more or fewer texts. */
  async #wordShares(): Promise<ReadonlyMap<string, number> | undefined> {
    const count = this.#live.count();
    if (count < leastSampled) return undefined;
    if (!this.#shares || Math.abs(this.#shares.rows - count) > this.#shares.rows * mostGone) {
      const { textSeqs } = this.#numbers;
      const read = this.#readShares(this.#live.rows().map((row) => textSeqs[row] ?? 0));
      this.#shares = { rows: count, read };
      read.catch(() => {
        this.#shares = undefined;
      });
    }
    return this.#shares.read;
  }

  #readShares(textSeqs: readonly number[]): Promise<ReadonlyMap<string, number>> {
    const { place, rows: store } = this.#parts;
    const count = Math.min(textSeqs.length, sampledTexts);
    const sample = Array.from(
      { length: count },
      (_, at) => textSeqs[Math.floor((at * textSeqs.length) / count)] ?? 0,
    );
    return store.contents(place, sample).then(wordShares);
  }

  /** Adds the rows that were written since. */
  async #append(live: RowBits): Promise<void> {
    const { place, rows, openMatrix } = this.#parts;
    for (;;) {
      const page = await rows.codesAfter(place, this.#lastSeq, rowsAtOnce, this.#table?.lastSeq);
      if (page.length === 0) return;
      if (!this.#matrix) {
        this.#dimensions = this.#table?.dimensions ?? page[0]?.dimensions ?? 0;
        const count = await rows.count(place, this.#table?.lastSeq);
        this.#matrix = this.#openTable(count) ?? openMatrix(place, this.#dimensions, count);
      }
      const fitting = page.filter(({ dimensions }) => dimensions === this.#dimensions);
      await this.#addRows(fitting, live);
      this.#lastSeq = page.at(-1)?.seq ?? this.#lastSeq;
      if (page.length < rowsAtOnce) break;
    }
    await this.#move();
  }

  async #addRows(page: readonly CodeRow[], live: RowBits): Promise<void> {
    const codes = new Uint8Array(page.length * this.#dimensions);
    for (const [at, { code }] of page.entries()) codes.set(code, at * this.#dimensions);
    const scales = Float32Array.from(page, ({ scale }) => scale);
    await this.#matrix?.append({
      ...{ codes, scales },
      seqs: page.map(({ seq }) => seq),
      textSeqs: page.map(({ textSeq }) => textSeq),
    });
    const { textSeqs, rowOf } = this.#numbers;
    for (const { textSeq, isCurrent } of page) {
      const row = textSeqs.length;
      textSeqs.push(textSeq);
      rowOf.set(textSeq, row);
      if (isCurrent) live.add(row);
    }
  }

  /** The rows that are current at one moment. */
  async #readLive(): Promise<RowBits> {
    const { place, rows } = this.#parts;
    for (let reads = 1; ; reads += 1) {
      const before = await rows.turnover(place);
      // Texts that became current meanwhile may be newer than those that were read before.
      await this.#append(new RowBits(0));
      const live = await this.#readPages();
      if (reads === mostReads || (await rows.turnover(place)) === before) return live;
    }
  }

  async #readPages(): Promise<RowBits> {
    const { place, rows } = this.#parts;
    const live = new RowBits(this.#numbers.textSeqs.length);
    for (let after = 0; ; ) {
      const page = await rows.currentTextsAfter(place, after, textsAtOnce);
      for (const textSeq of page) {
        const row = this.#numbers.rowOf.get(textSeq);
        if (row !== undefined) live.add(row);
      }
      if (page.length < textsAtOnce) return live;
      after = page.at(-1) ?? after;
    }
  }

  /** Puts the rows somewhere else when they have become too many for the place. */
  async #move(): Promise<void> {
    const { place, openMatrix } = this.#parts;
    const before = this.#matrix;
    if (before?.place !== 'here') return;
    const after = openMatrix(place, this.#dimensions, this.#numbers.textSeqs.length);
    if (after.place === 'here') return after.close();
    if (after.place === 'database') return;
    const rows = Int32Array.from(this.#numbers.textSeqs, (_, row) => row);
    await after.append({ ...(await before.pick(rows)), seqs: [], textSeqs: [] });
    this.#replace(after);
  }

  /** Takes out rows without a text, when they are many. */
  async #compact(): Promise<void> {
    const { textSeqs } = this.#numbers;
    const left = this.#live.count();
    const before = this.#matrix;
    if (!before || isInDatabase(before) || textSeqs.length - left <= textSeqs.length * mostGone) return;
    const rows = Int32Array.from(textSeqs.keys().filter((row) => this.#live.has(row)));
    const after = this.#parts.openMatrix(this.#parts.place, this.#dimensions, left);
    await after.append({ ...(await before.pick(rows)), seqs: [], textSeqs: [] });
    const numbers: RowNumbers = { textSeqs: [], rowOf: new Map() };
    for (const row of rows) {
      const textSeq = textSeqs[row] ?? 0;
      numbers.rowOf.set(textSeq, numbers.textSeqs.length);
      numbers.textSeqs.push(textSeq);
    }
    this.#numbers = numbers;
    this.#live = RowBits.of(numbers.textSeqs.keys(), numbers.textSeqs.length);
    this.#replace(after);
  }

  /** Starts over where a table has become ready or is gone; leaves to it what it has taken up meanwhile. */
  async #followTable(): Promise<void> {
    const { place, tables } = this.#parts;
    if (!tables) return;
    const table = await tables.find(place);
    const before = this.#table;
    if (!table && !before) return;
    if (table && table.name === before?.name && table.dimensions === before.dimensions) {
      if (!this.#compared || this.#compared.beyond() <= mostBeyond || table.lastSeq <= before.lastSeq) return;
      this.#table = table;
      this.#compared = await this.#compared.advance(table);
      return this.#replace(this.#compared);
    }
    this.#table = table;
    this.#compared = undefined;
    this.#numbers = { textSeqs: [], rowOf: new Map() };
    this.#live = new RowBits(0);
    this.#lastSeq = 0;
    this.#turnover = -1;
    this.#replace(undefined);
  }

  #openTable(beyond: number): MatrixHandle | undefined {
    const { place, openMatrix, tables } = this.#parts;
    const table = this.#table;
    if (!table || !tables) return undefined;
    this.#compared = tableMatrix({
      ...{ table, numbers: this.#numbers },
      search: (question) => tables.search(place, table, question),
      openBeyond: () => openMatrix(place, this.#dimensions, beyond, true),
    });
    return this.#compared;
  }

  #replace(matrix: MatrixHandle | undefined): void {
    const before = this.#matrix;
    this.#matrix = matrix;
    setTimeout(() => before?.close(), keptMs).unref();
  }
}

const isInDatabase = ({ place }: MatrixHandle) => place === 'database' || place === 'table';
