import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './list-table.module.css';
import type { Selection } from './use-selection.ts';

/** The head of the column of check boxes. */
export function SelectAllHead({ selection, shown }: { selection: Selection; shown: readonly string[] }) {
  const t = useTexts(listsTexts);
  const count = shown.filter((id) => selection.ids.has(id)).length;
  return (
    <th className={styles['check']} data-label={t('selectAll')}>
      <input
        type="checkbox"
        aria-label={t('selectAll')}
        checked={count > 0 && count === shown.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < shown.length;
        }}
        onChange={() => selection.toggleAll(shown)}
      />
    </th>
  );
}

/** The check box of one row. */
export function SelectCell({ selection, id, name }: { selection: Selection; id: string; name: string }) {
  const t = useTexts(listsTexts);
  return (
    <td className={styles['check']}>
      <input
        type="checkbox"
        aria-label={t('select', { name })}
        checked={selection.ids.has(id)}
        onChange={() => selection.toggle(id)}
      />
    </td>
  );
}
