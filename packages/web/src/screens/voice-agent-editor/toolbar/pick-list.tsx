import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './pick-list.module.css';

interface PickOption<V extends string> {
  value: V;
  label: string;
  /** Quieter words behind the label: a price, a code. */
  aside: string;
}

interface PickListProps<V extends string> {
  label: string;
  options: readonly PickOption<V>[];
  value: string;
  /** Before the value. */
  icon?: ReactNode;
  /** Shown in the tooltip. */
  hint?: string | undefined;
  className?: string | undefined;
  onChange: (value: V) => void;
}

const openingKeys = new Set(['ArrowDown', 'ArrowUp']);

/** A select of the toolbar: each option has a label and a quieter word; typing letters finds one. */
export function PickList<V extends string>(props: PickListProps<V>) {
  const { label, options, value, icon, hint, className, onChange } = props;
  const listId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = options.find((option) => option.value === value);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!openingKeys.has(event.key)) return;
    event.preventDefault();
    setAnchor(event.currentTarget);
  };
  return (
    <>
      <button
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        aria-controls={listId}
        title={hint}
        className={[styles['button'], className].filter(Boolean).join(' ')}
        onClick={(event) => setAnchor(event.currentTarget)}
        onKeyDown={onKeyDown}
      >
        {icon}
        <span className={styles['label']}>{chosen?.label ?? value}</span>
        {chosen && <span className={styles['aside']}> {chosen.aside}</span>}
        <ChevronDown size={16} aria-hidden />
      </button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        transformOrigin={{ vertical: -4, horizontal: 'left' }}
        // The list hangs outside the page's landmarks, so it is one of its own.
        slotProps={{
          root: { role: 'region', 'aria-label': label },
          list: { id: listId, role: 'listbox', 'aria-label': label },
          paper: { className: styles['paper'] ?? '' },
        }}
      >
        {options.map((option) => (
          <MenuItem
            key={option.value}
            role="option"
            data-value={option.value}
            selected={option.value === value}
            aria-selected={option.value === value}
            className={styles['option'] ?? ''}
            onClick={() => {
              setAnchor(null);
              if (option.value !== value) onChange(option.value);
            }}
          >
            <span>{option.label}</span> <small>{option.aside}</small>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
