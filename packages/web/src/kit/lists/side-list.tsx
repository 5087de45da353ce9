import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './side-list.module.css';
import type { Selection } from './use-selection.ts';

interface SideListProps<T extends { id: string }> {
  label: string;
  rows: readonly T[];
  selection: Selection;
  /** The row whose details are shown beside the list. */
  openId: string | undefined;
  nameOf: (row: T) => string;
  linkOf: (row: T) => string;
  /** What stands before a row, 22 pixels wide. */
  tileOf: (row: T) => ReactNode;
  children: (row: T) => ReactNode;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A list in a column beside the detail of what is chosen in it; arrow keys walk through its rows. */
export function SideList<T extends { id: string }>(props: SideListProps<T>) {
  const { label, rows, selection, openId, nameOf, linkOf, tileOf, children } = props;
  const t = useTexts(listsTexts);
  const list = useRef<HTMLUListElement>(null);
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const from = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = links[from + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <ul
      ref={list}
      aria-label={label}
      className={styles['list']}
      data-selecting={selection.ids.size > 0 || undefined}
    >
      {rows.map((row) => (
        <li key={row.id} data-selected={selection.ids.has(row.id) || undefined} onKeyDown={walk}>
          <input
            type="checkbox"
            aria-label={t('select', { name: nameOf(row) })}
            className={styles['check']}
            checked={selection.ids.has(row.id)}
            onChange={() => selection.toggle(row.id)}
          />
          <Link
            to={linkOf(row)}
            className={styles['row'] ?? ''}
            aria-current={row.id === openId ? 'true' : undefined}
          >
            <span className={styles['tile']}>{tileOf(row)}</span>
            <span>{children(row)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
