import type { ReactNode } from 'react';
import { useTabKeys } from '../../kit/ui/use-tab-keys.ts';
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

/** Vertical tabs; in a narrow window they become a scrolling row. */
export function SideTabs<I extends string>({ label, tabs, value, onChange, idStem }: SideTabsProps<I>) {
  const { list, onKeyDown } = useTabKeys(
    tabs.map(({ id }) => id),
    value,
    onChange,
    'vertical',
  );
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
