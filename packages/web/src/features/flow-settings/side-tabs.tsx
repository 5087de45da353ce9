import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './side-tabs.module.css';

interface SideTab<I extends string> {
  id: I;
  label: string;
  /** Drawn behind the label: a mark, a count. */
  mark?: ReactNode;
}

interface SideTabsProps<I extends string> {
  label: string;
  tabs: readonly SideTab<I>[];
  value: I;
  onChange: (id: I) => void;
  /** Begins the ids of tabs and panels. */
  idStem: string;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };

/** Tabs one under the other; in a narrow window they stand in a row that scrolls. */
export function SideTabs<I extends string>({ label, tabs, value, onChange, idStem }: SideTabsProps<I>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const from = tabs.findIndex(({ id }) => id === value);
    const places: Readonly<Record<string, number>> = { Home: 0, End: tabs.length - 1 };
    const to = step === undefined ? places[event.key] : (from + step + tabs.length) % tabs.length;
    const wanted = to === undefined ? undefined : tabs[to];
    if (!wanted) return;
    event.preventDefault();
    onChange(wanted.id);
    list.current?.querySelector<HTMLElement>(`#${idStem}-tab-${wanted.id}`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      aria-orientation="vertical"
      className={styles['tabs']}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ id, label: name, mark }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${idStem}-tab-${id}`}
          aria-selected={id === value}
          aria-controls={`${idStem}-panel`}
          tabIndex={id === value ? 0 : -1}
          onClick={() => onChange(id)}
        >
          <span>{name}</span>
          {mark}
        </button>
      ))}
    </div>
  );
}
