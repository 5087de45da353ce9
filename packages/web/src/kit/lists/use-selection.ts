import { useState } from 'react';

/** Which rows of a list are selected; what is filtered out or gone is not. */
export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects all of these, or none when all are selected already. */
  toggleAll: (ids: readonly string[]) => void;
  clear: () => void;
}

/** The selection among the shown rows. */
export function useSelection(shown: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = new Set(shown.map(({ id }) => id).filter((id) => chosen.has(id)));
  return {
    ids,
    toggle: (id) => setChosen(new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])),
    toggleAll: (all) => setChosen(new Set(all.every((id) => ids.has(id)) ? [] : all)),
    clear: () => setChosen(new Set()),
  };
}
