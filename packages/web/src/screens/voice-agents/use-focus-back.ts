import { type RefObject, useEffect, useRef } from 'react';

/** Once a detail is closed, the focus goes back to the name in the list that it came from. */
export function useFocusBack(list: RefObject<HTMLElement | null>, openId: string): void {
  const before = useRef(openId);
  useEffect(() => {
    const closedId = before.current;
    before.current = openId;
    if (openId !== '' || closedId === '') return;
    list.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(closedId)}"] a`)?.focus();
  }, [list, openId]);
}
