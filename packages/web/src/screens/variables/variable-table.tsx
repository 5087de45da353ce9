import type { Variable } from '@tendril/contract/api/variables';
import { Ellipsis } from 'lucide-react';
import { shortAge } from '../../kit/lib/short-age.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { SelectAllHead, SelectCell } from '../../kit/lists/select-box.tsx';
import { SortHead } from '../../kit/lists/sort-head.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { UsedBy } from '../../kit/lists/used-by.tsx';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import type { VariableActions } from './use-variable-actions.ts';
import type { VariableFilter } from './use-variable-filter.ts';
import { ValueCell } from './value-cell.tsx';
import styles from './variable-table.module.css';

interface VariableTableProps {
  filter: VariableFilter;
  selection: Selection;
  actions: VariableActions;
  onEdit: (variable: Variable) => void;
}

const columns = ['name', 'value', 'type', 'usedBy', 'updated', 'created'] as const;

/** The variables as a table; a value is changed in its place. */
export function VariableTable({ filter, selection, actions, onEdit }: VariableTableProps) {
  const t = useTexts(variablesTexts);
  return (
    <div className={listStyles['scroll']}>
      <table className={listStyles['table']} data-selecting={selection.ids.size > 0 || undefined}>
        <thead>
          <tr>
            <SelectAllHead selection={selection} shown={filter.shown.map(({ id }) => id)} />
            {columns.map((column) => (
              <SortHead key={column} column={column} sorting={filter.sorting} onSort={filter.setSorting}>
                {t(column)}
              </SortHead>
            ))}
            <th className={listStyles['acts']}>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {filter.shown.map((variable) => (
            <tr key={variable.id} data-selected={selection.ids.has(variable.id) || undefined}>
              <SelectCell selection={selection} id={variable.id} name={variable.name} />
              <td>
                <button type="button" className={styles['name']} onClick={() => onEdit(variable)}>
                  {variable.name}
                </button>
              </td>
              <td className={styles['value']}>
                <ValueCell variable={variable} isShown={filter.showsValues} />
              </td>
              <td>
                <span className={styles['types']}>
                  <Chip label={t(variable.type)} />
                  {variable.isSecret && <Chip label={t('secret')} />}
                </span>
              </td>
              <td>
                <UsedBy uses={variable.usedBy} name={variable.name} />
              </td>
              <td className={listStyles['nowrap']}>{shortAge(Date.parse(variable.updatedDate))}</td>
              <td className={listStyles['nowrap']}>{shortAge(Date.parse(variable.createdDate))}</td>
              <td className={listStyles['acts']}>
                <ActionMenu
                  label={t('more', { name: variable.name })}
                  actions={actions.actionsOf(variable)}
                  renderButton={(props) => (
                    <IconButton {...props} size="small" label={t('more', { name: variable.name })}>
                      <Ellipsis size={16} />
                    </IconButton>
                  )}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={listStyles['count']}>{t('count', { count: filter.shown.length })}</p>
    </div>
  );
}
