import { useEffect } from 'react';
import styles from './dialog-tabs.module.css';
import { useTabKeys } from './use-tab-keys.ts';

interface DialogTabsProps<I extends string> {
  label: string;
  tabs: readonly { id: I; label: string }[];
  value: I;
  onChange: (id: I) => void;
  /** Begins the ids of tabs and panels. */
  idStem: string;
  /** Nothing stands between them and the head of the dialog. */
  isFirst?: boolean;
}

/** The tabs of a dialog, in a row from edge to edge. */
export function DialogTabs<I extends string>(props: DialogTabsProps<I>) {
  const { label, tabs, value, onChange, idStem, isFirst } = props;
  const { list, onKeyDown } = useTabKeys(
    tabs.map(({ id }) => id),
    value,
    onChange,
  );
  // A narrow window does not have room for all of them.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[id="${idStem}-tab-${value}"]`);
    chosen?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [list, idStem, value]);
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={styles['tabs']}
      data-first={isFirst || undefined}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ id, label: name }) => (
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
          {name}
        </button>
      ))}
    </div>
  );
}
