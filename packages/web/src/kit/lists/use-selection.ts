import { useRef, useState } from 'react';

/** Which rows of a list are selected. */
export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** From the row that was toggled last to this one: all become what this one becomes. */
  toggleUpTo: (id: string) => void;
  /** Selects all of these, or none when all are selected already. */
  toggleAll: (ids: readonly string[]) => void;
  /** Selects exactly these. */
  set: (ids: Iterable<string>) => void;
  clear: () => void;
}

interface Chosen {
  ids: ReadonlySet<string>;
  within: string | undefined;
}

/**
 * The selection among the shown rows; what is filtered out or gone is not selected. A list that comes page by page names
 * what it is filtered by (`within`): its selection goes beyond the page that is shown, and ends with the filter.
 */
export function useSelection(shown: readonly { id: string }[], within?: string): Selection {
  const [chosen, setChosen] = useState<Chosen>({ ids: new Set(), within });
  // Where a range begins.
  const last = useRef<string>(undefined);
  const order = shown.map(({ id }) => id);
  const ids =
    within === undefined
      ? new Set(order.filter((id) => chosen.ids.has(id)))
      : new Set(chosen.within === within ? chosen.ids : []);
  const set = (all: Iterable<string>) => setChosen({ ids: new Set(all), within });
  const put = (some: readonly string[], isOn: boolean) => {
    const off = new Set(isOn ? [] : some);
    set(isOn ? [...ids, ...some] : [...ids].filter((id) => !off.has(id)));
  };
  const toggle = (id: string) => {
    last.current = id;
    put([id], !ids.has(id));
  };
  return {
    ids,
    toggle,
    toggleUpTo: (id) => {
      const [from, to] = [order.indexOf(last.current ?? ''), order.indexOf(id)];
      if (from < 0 || to < 0) return toggle(id);
      const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      last.current = id;
      put(range, !ids.has(id));
    },
    toggleAll: (all) => put(all, !all.every((id) => ids.has(id))),
    set,
    clear: () => set([]),
  };
}
