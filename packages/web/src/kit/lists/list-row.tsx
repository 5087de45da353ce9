import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { MenuAction } from '../ui/action-menu.tsx';
import type { ListColumn } from './list-column.ts';
import styles from './list-table.module.css';
import { MoreMenu } from './more-menu.tsx';
import { SelectCell } from './select-box.tsx';
import type { Selection } from './use-selection.ts';

/** What the rows of a table have beside their cells. */
export interface ListRowParts<T> {
  nameOf: (row: T) => string;
  actionsOf: (row: T) => readonly MenuAction[];
  /** A button before the menu, shown while the row is hovered. */
  quickAct?: (row: T) => ReactNode;
  /** The expanded content below a row. */
  detailOf?: (row: T) => ReactNode;
  /** The row whose details are shown beside the list. */
  openId?: string;
  /** A click anywhere on a row. */
  onOpen?: (row: T) => void;
}

interface ListRowProps<T, C extends string> extends ListRowParts<T> {
  row: T;
  columns: readonly ListColumn<T, C>[];
  selection: Selection | undefined;
}

/** One row: check box, cells, the quick act and the menu. */
export function ListRow<T extends { id: string }, C extends string>(props: ListRowProps<T, C>) {
  const { row, columns, selection, nameOf, actionsOf, quickAct, detailOf, openId, onOpen } = props;
  const name = nameOf(row);
  const isOpen = openId === row.id;
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const openUnlessControl = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // A press in the menu reaches the row too, though the menu hangs elsewhere in the page.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('a, button, input') === null) onOpen?.(row);
  };
  const detail = detailOf?.(row);
  return (
    <>
      {/* The name leads to the same place: the keyboard's way. */}
      <tr
        ref={line}
        data-row={row.id}
        data-selected={selection?.ids.has(row.id) || undefined}
        data-open={isOpen || undefined}
        data-pressable={onOpen ? true : undefined}
        aria-current={isOpen || undefined}
        onClick={onOpen && openUnlessControl}
      >
        {selection && <SelectCell selection={selection} id={row.id} name={name} />}
        {columns.map(({ id, cell, isMain, isFigure, from }) => (
          <td key={id} data-from={from} className={styles[isMain ? 'main' : isFigure ? 'figure' : 'plain']}>
            {cell(row)}
          </td>
        ))}
        <td className={styles['acts']}>
          <span>
            {quickAct && <span className={styles['quick']}>{quickAct(row)}</span>}
            <MoreMenu name={name} actions={actionsOf(row)} />
          </span>
        </td>
      </tr>
      {detail && (
        <tr className={styles['unfolded']} data-selectable={selection ? true : undefined}>
          <td colSpan={columns.length + (selection ? 2 : 1)}>{detail}</td>
        </tr>
      )}
    </>
  );
}
