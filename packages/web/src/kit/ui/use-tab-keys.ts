import { type KeyboardEvent, type RefObject, useRef } from 'react';

const across: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const down: Readonly<Record<string, number>> = { ...across, ArrowDown: 1, ArrowUp: -1 };

interface TabKeys {
  list: RefObject<HTMLDivElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Arrow keys, Home and End in a list of tabs: the tab that is reached is chosen and has the focus. */
export function useTabKeys<I extends string>(
  ids: readonly I[],
  value: I,
  onChange: (id: I) => void,
  orientation: 'horizontal' | 'vertical' = 'horizontal',
): TabKeys {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = (orientation === 'vertical' ? down : across)[event.key];
    const ends: Readonly<Record<string, number>> = { Home: 0, End: ids.length - 1 };
    const place =
      step === undefined ? ends[event.key] : (ids.indexOf(value) + step + ids.length) % ids.length;
    const wanted = place === undefined ? undefined : ids[place];
    if (place === undefined || wanted === undefined) return;
    event.preventDefault();
    onChange(wanted);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place]?.focus();
  };
  return { list, onKeyDown };
}
