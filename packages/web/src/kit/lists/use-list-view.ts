import { useState } from 'react';

export type ListView = 'cards' | 'table';

/** Cards or table; each page keeps its own choice in this browser. */
export function useListView(page: string): [ListView, (view: ListView) => void] {
  const key = `${page}View`;
  const [view, setView] = useState<ListView>(() =>
    localStorage.getItem(key) === 'table' ? 'table' : 'cards',
  );
  return [
    view,
    (next) => {
      localStorage.setItem(key, next);
      setView(next);
    },
  ];
}
