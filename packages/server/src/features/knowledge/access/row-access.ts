import { createHash } from 'node:crypto';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import { type IndexSnapshot, RowBits } from '../index/public.ts';
import { mayRead, publicCallers } from './access-list.ts';
import { accessListStore } from './access-lists.store.ts';

/** The rows of an index that somebody may read. */
interface ReadableRows {
  rows: RowBits;
  /** The same for everybody who may read the same. */
  key: string;
}

/** What one caller may find in a knowledge base whose lists decide. */
export interface RowAccess {
  /** Decided before anything is compared. */
  of(snapshot: IndexSnapshot): Promise<ReadableRows>;
  /** Whether the caller may read a chunk under this list. */
  includes(list: string): boolean;
}

/** Rows by the lists that they are under: a row may be under several. */
interface ListColumns {
  lists: string[];
  rows: Int32Array;
  /** For each, which list. */
  kinds: Int32Array;
}

/** What these callers may find; who is not known is the public. `as`: only what somebody else may read, too. */
export function createRowAccess(
  reads: Pick<HeavyReads, 'of'>,
  callers: readonly string[] = publicCallers,
  as?: readonly string[],
): RowAccess {
  const both = [callers, ...(as ? [as] : [])].map((tokens) => new Set(tokens));
  const own = JSON.stringify(both.map((tokens) => [...tokens].sort()));
  const isReadableList = (list: string) => both.every((tokens) => mayRead(list, tokens));
  return {
    of: (snapshot) =>
      snapshot.derived(`access ${own}`, async () => {
        const columns = await snapshot.derived('access lists', () => readColumns(reads, snapshot));
        const isReadable = columns.lists.map(isReadableList);
        const readable = columns.lists.filter((_, kind) => isReadable[kind]).sort();
        const key = createHash('sha256').update(JSON.stringify(readable)).digest('base64url');
        // Everybody who may read the same shares the bits.
        return snapshot.derived(`readable ${key}`, async () => ({ key, rows: rowsOf(columns, isReadable) }));
      }),
    includes: isReadableList,
  };
}

function rowsOf({ rows, kinds }: ListColumns, isReadable: readonly boolean[]): RowBits {
  const bits = new RowBits(0);
  for (let at = 0; at < rows.length; at += 1)
    if (isReadable[kinds[at] as number]) bits.add(rows[at] as number);
  return bits;
}

async function readColumns(reads: Pick<HeavyReads, 'of'>, snapshot: IndexSnapshot): Promise<ListColumns> {
  const rows: number[] = [];
  const kinds: number[] = [];
  const known = new Map<string, number>();
  for await (const page of accessListStore(reads.of(snapshot.place)).ofTexts(snapshot.place))
    for (const { list, textSeqs } of page) {
      const kind = known.get(list) ?? known.size;
      known.set(list, kind);
      for (const textSeq of textSeqs) {
        const row = snapshot.rowOf(textSeq);
        if (row === undefined) continue;
        rows.push(row);
        kinds.push(kind);
      }
    }
  return { lists: [...known.keys()], rows: Int32Array.from(rows), kinds: Int32Array.from(kinds) };
}
