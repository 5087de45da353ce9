import { setImmediate as nextTick } from 'node:timers/promises';
import { CodeMatrix } from './code-matrix.ts';
import type { CodeRow } from './index-rows.store.ts';
import type { MatrixHandle } from './matrix-handle.ts';
import { TopRows } from './top-rows.ts';

/** The next rows after a number, as the database has them. */
type ReadCodes = (after: number, most: number) => Promise<CodeRow[]>;

const rowsAtOnce = 1000;
const bytesOfNumber = 8;

/** A matrix that is too large for the memory: its codes are read page by page for every question. */
export function streamedMatrix(dimensions: number, read: ReadCodes): MatrixHandle {
  const seqs: number[] = [];
  return {
    place: 'database',
    bytes: () => seqs.length * bytesOfNumber,
    async append(batch) {
      for (const seq of batch.seqs) seqs.push(seq);
    },
    async search(question) {
      const top = new TopRows(question.depth);
      const known = seqs.length;
      let row = 0;
      for (let after = 0; row < known; ) {
        const page = await read(after, rowsAtOnce);
        if (page.length === 0) break;
        after = page.at(-1)?.seq ?? after;
        const rows: number[] = [];
        const matrix = new CodeMatrix(dimensions);
        for (const { seq, scale, code } of page) {
          // Rows that have gone since are passed over; newer ones are not this question's.
          while (row < known && (seqs[row] as number) < seq) row += 1;
          if (seqs[row] !== seq) continue;
          if (((question.mask[row >> 3] ?? 0) >> (row & 7)) & 1) {
            matrix.append(code, Float32Array.of(scale));
            rows.push(row);
          }
          row += 1;
        }
        const mask = new Uint8Array((rows.length + 7) >> 3).fill(255);
        for (const found of matrix.search([{ ...question, mask }])[0] ?? [])
          top.add(rows[found.row] as number, found.score);
        await nextTick();
      }
      return top.sorted();
    },
    async pick() {
      throw new Error('These codes are in the database.');
    },
    close: () => {},
  };
}
