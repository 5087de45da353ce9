import { useRef, useState } from 'react';
import { notifyError } from '../state/notifier-store.ts';
import type { BulkBarProps } from './bulk-bar.tsx';
import type { Selection } from './use-selection.ts';

interface Matching {
  /** How many rows match; undefined where that is not known. */
  count: number | undefined;
  /** Whether there are more of them than are shown. */
  isMore: boolean;
  /** Reads the ids of all of them; says how many it has on its way. */
  read: (onRead: (count: number) => void) => Promise<string[]>;
}

/**
 * Offers to select everything that matches, also what is not shown. What is selected are the rows that matched then: what
 * comes later is not touched.
 */
export function useSelectMatching(selection: Selection, { count, isMore, read }: Matching) {
  const [taken, setTaken] = useState<number | null>(null);
  const [found, setFound] = useState(0);
  // What was selected or cleared meanwhile counts.
  const latest = useRef(0);
  const select = async () => {
    latest.current += 1;
    const own = latest.current;
    setTaken(0);
    try {
      const ids = await read(setTaken);
      if (latest.current !== own) return;
      selection.set(ids);
      setFound(ids.length);
    } catch (thrown) {
      notifyError(thrown);
    } finally {
      setTaken(null);
    }
  };
  const { size } = selection.ids;
  const isOffered = isMore && size !== found && (count === undefined || size < count);
  const offer: BulkBarProps['all'] = isOffered ? { count, taken, select: () => void select() } : undefined;
  return {
    all: offer,
    clear: () => {
      latest.current += 1;
      selection.clear();
    },
  };
}

/** Ids in lists that one request may name. */
export function inLists(ids: readonly string[], most: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, at) =>
    ids.slice(at * most, (at + 1) * most),
  );
}
