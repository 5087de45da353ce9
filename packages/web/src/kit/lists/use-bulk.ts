import { useState } from 'react';
import { toMessage } from '../lib/to-message.ts';
import type { Selection } from './use-selection.ts';

/** A row that something could not be done with, and why. */
export interface Refusal {
  id: string;
  name: string;
  reason: string;
}

/** Does something with each selected row, one after the other; rows that refuse it stay selected and are named. */
export function useBulk<T extends { id: string }>(selection: Selection, nameOf: (row: T) => string) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);

  /** Answers the rows with which it was done. */
  const run = async (rows: readonly T[], act: (row: T) => Promise<unknown>): Promise<T[]> => {
    const refused: Refusal[] = [];
    setRefusals([]);
    for (const [done, row] of rows.entries()) {
      setProgress({ done, total: rows.length });
      try {
        await act(row);
      } catch (thrown) {
        refused.push({ id: row.id, name: nameOf(row), reason: toMessage(thrown) });
      }
    }
    setProgress(null);
    setRefusals(refused);
    selection.set(refused.map(({ id }) => id));
    return rows.filter(({ id }) => !refused.some((one) => one.id === id));
  };
  return {
    run,
    isBusy: progress !== null,
    /** Of the rows that are still selected. */
    bar: { progress, refusals: refusals.filter(({ id }) => selection.ids.has(id)) },
  };
}
