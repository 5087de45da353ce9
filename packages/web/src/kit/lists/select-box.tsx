import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import tableStyles from './list-table.module.css';
import styles from './select-box.module.css';
import type { Selection } from './use-selection.ts';

interface SelectAllProps {
  selection: Selection;
  shown: readonly string[];
}

function AllBox({ selection, shown, ...naming }: SelectAllProps & { id?: string; 'aria-label'?: string }) {
  const box = useRef<HTMLInputElement>(null);
  const count = shown.filter((id) => selection.ids.has(id)).length;
  const isPart = count > 0 && count < shown.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles['box']}
      {...naming}
      checked={count > 0 && count === shown.length}
      onChange={() => selection.toggleAll(shown)}
    />
  );
}

/** The head of the column of check boxes. */
export function SelectAllHead(props: SelectAllProps) {
  const t = useTexts(listsTexts);
  return (
    <th className={tableStyles['check']} data-label={t('selectAll')}>
      <AllBox {...props} aria-label={t('selectAll')} />
    </th>
  );
}

/** The same for a list without columns. */
export function SelectAllBox(props: SelectAllProps) {
  const t = useTexts(listsTexts);
  const id = useId();
  return (
    <span className={styles['all']}>
      <AllBox {...props} id={id} />
      <label htmlFor={id}>{t('selectAll')}</label>
    </span>
  );
}

interface SelectBoxProps {
  selection: Selection;
  id: string;
  name: string;
}

/**
 * The check box of one row. With Shift it selects the rows between; the arrow keys go from box to box, with Shift they
 * select on their way, Ctrl A selects all that are shown, Escape none.
 */
export function SelectBox({ selection, id, name }: SelectBoxProps) {
  const t = useTexts(listsTexts);
  return (
    <input
      type="checkbox"
      className={styles['box']}
      data-select={id}
      aria-label={t('select', { name })}
      checked={selection.ids.has(id)}
      onChange={({ nativeEvent }) => {
        if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) selection.toggleUpTo(id);
        else selection.toggle(id);
      }}
      onMouseDown={keepFromMarkingText}
      onKeyDown={(event) => onBoxKey(event, selection, id)}
    />
  );
}

/** A click with Shift would mark the text of the rows between. */
function keepFromMarkingText(event: MouseEvent<HTMLInputElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.focus();
}

function onBoxKey(event: KeyboardEvent<HTMLInputElement>, selection: Selection, id: string): void {
  const { key, currentTarget, shiftKey } = event;
  const list = currentTarget.closest('table, [data-selectlist]') ?? document;
  const boxes = [...list.querySelectorAll<HTMLInputElement>('input[data-select]')];
  if (key === 'Escape' && selection.ids.size > 0) selection.clear();
  else if (key === 'a' && (event.ctrlKey || event.metaKey))
    selection.set([...selection.ids, ...boxes.map((box) => box.dataset['select'] ?? '')]);
  else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const next = boxes[boxes.indexOf(currentTarget) + (key === 'ArrowDown' ? 1 : -1)];
    const nextId = next?.dataset['select'];
    next?.focus();
    if (shiftKey && nextId !== undefined) selection.set([...selection.ids, id, nextId]);
  } else return;
  event.preventDefault();
}

/** The check box of one row of a table. */
export function SelectCell(props: SelectBoxProps) {
  return (
    <td className={tableStyles['check']}>
      <SelectBox {...props} />
    </td>
  );
}
