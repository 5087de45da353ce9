import { useState } from 'react';

const partSize = 100;

/** What of a long list is drawn. */
export interface ShownPart<T> {
  rows: readonly T[];
  /** How many there are. */
  count: number;
  isMore: boolean;
  showMore: () => void;
}

/** The first rows of a list that is there as a whole, and further ones by a press; another filter (`of`) starts over. */
export function useShownPart<T>(rows: readonly T[], of: string): ShownPart<T> {
  const [part, setPart] = useState({ of, size: partSize });
  const size = part.of === of ? part.size : partSize;
  return {
    rows: rows.slice(0, size),
    count: rows.length,
    isMore: rows.length > size,
    showMore: () => setPart({ of, size: size + partSize }),
  };
}
