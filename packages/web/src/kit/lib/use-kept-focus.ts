import { type RefObject, useEffect, useRef } from 'react';

/** A list that loses the row or button with the focus takes the focus itself, so that the keys stay where they were. */
export function useKeptFocus<E extends HTMLElement>(count: number | undefined): RefObject<E | null> {
  const list = useRef<E>(null);
  const before = useRef(count);
  useEffect(() => {
    const isChanged = before.current !== undefined && count !== undefined && count !== before.current;
    before.current = count;
    if (isChanged && document.activeElement === document.body) list.current?.focus();
  }, [count]);
  return list;
}
