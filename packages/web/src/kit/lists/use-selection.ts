import { useState } from 'react';

/** Which rows of a list are selected; rows that are gone are not. */
export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects all of these, or none when all are selected already. */
  toggleAll: (ids: readonly string[]) => void;
  clear: () => void;
}

export function useSelection(known: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = new Set(known.filter((id) => chosen.has(id)));
  return {
    ids,
    toggle: (id) => setChosen(new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])),
    toggleAll: (shown) => setChosen(new Set(shown.every((id) => ids.has(id)) ? [] : shown)),
    clear: () => setChosen(new Set()),
  };
}
