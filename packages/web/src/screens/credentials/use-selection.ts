import { useState } from 'react';
import type { Secret } from './secret-list.ts';

/** Which rows are selected; a row that is filtered out or gone is not. */
export function useSelection(rows: readonly Secret[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter((row) => ids.has(row.id));
  const isAll = rows.length > 0 && chosen.length === rows.length;
  return {
    chosen,
    isAll,
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: () => setIds(new Set(isAll ? [] : rows.map((row) => row.id))),
    clear: () => setIds(new Set()),
  };
}
