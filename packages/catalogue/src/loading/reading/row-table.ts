import type { Block, Place } from '@tendril/contract/provider/block';
import { columnName, tableText } from './table-text.ts';

const rowsAtOnce = 200;
const charsAtOnce = 60_000;

interface NumberedRow {
  /** From 1. */
  number: number;
  cells: readonly string[];
}

const isText = (cell: string) => cell === '' || !/^[-+]?[\d.,]+%?$|^\d{4}-\d\d-\d\d/.test(cell);
const mayBeHeader = ({ cells }: NumberedRow) =>
  cells.filter((cell) => cell !== '').length > 1 && cells.every(isText);

/** Tables of rows that arrive one by one: the header repeated in each, ended by an empty row or by their length. */
export class RowTable {
  readonly #place: Place;
  #header: NumberedRow | undefined;
  #rows: NumberedRow[] = [];
  #chars = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Takes a row; returns the table that is complete before it. */
  push(row: NumberedRow): Block | undefined {
    const last = this.#rows.at(-1) ?? this.#header;
    const isApart = last !== undefined && row.number > last.number + 1;
    const isFull = this.#rows.length >= rowsAtOnce || this.#chars > charsAtOnce;
    const done = isApart || isFull ? this.end() : undefined;
    // What stands apart may be another table, with a header of its own.
    if (!this.#header || (isApart && mayBeHeader(row))) {
      this.#header = row;
      this.#chars = 0;
      return done;
    }
    this.#rows.push(row);
    this.#chars += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    return done;
  }

  /** The table so far. */
  end(): Block | undefined {
    const rows = this.#rows;
    const header = this.#header;
    const [first, last] = [rows[0] ?? header, rows.at(-1) ?? header];
    if (!header || !first || !last) return undefined;
    this.#rows = [];
    this.#chars = 0;
    const width = Math.max(1, ...[header, ...rows].map(({ cells }) => cells.length));
    const text = tableText([header.cells, ...rows.map(({ cells }) => cells)]);
    const cells = `A${first.number}:${columnName(width)}${last.number}`;
    if (rows.length === 0) this.#header = undefined;
    return { kind: 'table', text, place: { ...this.#place, cells } };
  }
}
