import { type KeyboardEvent, useState } from 'react';

const steps: Readonly<Record<string, number>> = {
  ...{ ArrowDown: 1, ArrowUp: -1 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

/** What the main button of a row is given. */
interface StopProps {
  'data-stop': string;
  tabIndex: 0 | -1;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Makes a list of buttons one stop of Tab, however long it is: arrows, Home and End go from row to row. Tab leads to the
 * row that was last in focus, at first to `first` or the first one.
 */
export function useListStop(rows: readonly string[], first?: string) {
  const [last, setLast] = useState<string>();
  const stop = [last, first].find((id) => id !== undefined && rows.includes(id)) ?? rows[0];
  const propsOf = (id: string): StopProps => ({
    'data-stop': id,
    tabIndex: id === stop ? 0 : -1,
    onFocus: () => setLast(id),
    onKeyDown: (event) => {
      const step = steps[event.key];
      const list = event.currentTarget.closest('ol, ul');
      if (step === undefined || !list || event.ctrlKey || event.metaKey || event.altKey) return;
      const stops = [...list.querySelectorAll<HTMLElement>('[data-stop]')];
      const to = stops.indexOf(event.currentTarget) + step;
      stops[Math.max(0, Math.min(stops.length - 1, to))]?.focus();
      event.preventDefault();
    },
  });
  return { stop, propsOf };
}
