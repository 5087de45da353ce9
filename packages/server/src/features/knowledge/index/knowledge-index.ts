import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import { type IndexPlace, indexRowStore } from './index-rows.store.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import { localMatrix } from './matrix-handle.ts';
import { createMatrixThread } from './matrix-thread.ts';
import { type IndexTables, OpenedIndex, type OpenMatrix } from './opened-index.ts';
import type { StoreIndexState } from './store-index.store.ts';
import { streamedMatrix } from './streamed-matrix.ts';

interface IndexParts {
  reads: Pick<HeavyReads, 'of'>;
  /** Most that all of them together may take of the memory. */
  mostBytes: number;
  /** More are compared in a thread. */
  rowsOnLoop?: number;
  /** Those in which the database compares very large knowledge bases. */
  tables?: IndexTables | undefined;
}

/** The vectors of knowledge bases in memory. */
export interface KnowledgeIndex {
  /** The index of a model in a knowledge base, at this state of it or later; read from the database at first. */
  open(
    place: IndexPlace,
    state: Pick<StoreIndexState, 'revision' | 'turnover'>,
    /** Questions are compared elsewhere: the codes take no memory here. */
    isElsewhere?: boolean,
  ): Promise<IndexSnapshot>;
  /** Leaves the memory to others: of one knowledge base, or of all. */
  forget(storeId?: string): void;
  /** What is in memory now. */
  usage(): { bytes: number; indexes: number };
  close(): Promise<void>;
}

/** Most rows that are compared in less time than anybody notices. */
const defaultRowsOnLoop = 20_000;
/** Each memory reserves addresses of which there is an end long before that of the memory. */
const mostOpen = 48;

/** Opened by the questions that need them; the one that was asked least recently leaves first. */
export function createKnowledgeIndex({
  reads,
  mostBytes,
  rowsOnLoop = defaultRowsOnLoop,
  tables,
}: IndexParts): KnowledgeIndex {
  const opened = new Map<string, OpenedIndex>();
  const thread = createMatrixThread(() => {
    for (const [key, index] of opened)
      if (index.codesIn === 'thread' || index.codesIn === 'table') opened.delete(key);
  });

  const openStreamed: OpenMatrix = (place, dimensions) => {
    const store = indexRowStore(reads.of(place));
    return streamedMatrix(dimensions, (after, most) => store.codesAfter(place, after, most));
  };
  const openMatrix: OpenMatrix = (place, dimensions, rows, isRest = false) => {
    if (rows * dimensions > mostBytes && !isRest) return openStreamed(place, dimensions, rows);
    return rows > rowsOnLoop ? thread.open(dimensions) : localMatrix(dimensions);
  };

  function require(place: IndexPlace, isElsewhere: boolean): OpenedIndex {
    const key = keyOf(place, isElsewhere);
    const how = isElsewhere ? { openMatrix: openStreamed } : { openMatrix, tables };
    const index = opened.get(key) ?? new OpenedIndex({ place, rows: indexRowStore(reads.of(place)), ...how });
    // The last of the map is the one that was asked last.
    opened.delete(key);
    opened.set(key, index);
    return index;
  }

  const usedBytes = () => [...opened.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  function makeRoom(kept: OpenedIndex): void {
    let bytes = usedBytes();
    for (const [key, index] of opened) {
      if (bytes <= mostBytes && opened.size <= mostOpen) return;
      if (index === kept) continue;
      bytes -= index.bytes;
      opened.delete(key);
      index.close();
    }
  }

  return {
    async open(place, state, isElsewhere = false) {
      const index = require(place, isElsewhere);
      const key = keyOf(place, isElsewhere);
      try {
        return await index.at(state);
      } catch (error) {
        // Half read: the next question starts over.
        if (opened.get(key) === index) opened.delete(key);
        throw error;
      } finally {
        makeRoom(index);
      }
    },
    forget(storeId) {
      for (const [key, index] of opened) {
        if (storeId !== undefined && !key.startsWith(`${storeId} `)) continue;
        opened.delete(key);
        index.close();
      }
    },
    usage: () => ({ bytes: usedBytes(), indexes: opened.size }),
    close: () => thread.close(),
  };
}

// With the workspace: who names the knowledge base of another one opens an index of nothing.
const keyOf = ({ workspaceId, storeId, embedding }: IndexPlace, isElsewhere: boolean) =>
  `${storeId} ${isElsewhere} ${workspaceId} ${embedding}`;
