import { type KeyboardEvent, useRef } from 'react';
import styles from './share-dialog.module.css';

interface TopTabsProps<I extends string> {
  label: string;
  tabs: readonly { id: I; label: string }[];
  value: I;
  onChange: (id: I) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The tabs of the share dialog in a row. */
export function TopTabs<I extends string>({ label, tabs, value, onChange }: TopTabsProps<I>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    const from = tabs.findIndex(({ id }) => id === value);
    const wanted = tabs[(from + step + tabs.length) % tabs.length];
    if (!wanted) return;
    event.preventDefault();
    onChange(wanted.id);
    list.current?.querySelector<HTMLElement>(`#share-tab-${wanted.id}`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles['tabs']} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`share-tab-${id}`}
          aria-selected={id === value}
          aria-controls="share-panel"
          tabIndex={id === value ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
