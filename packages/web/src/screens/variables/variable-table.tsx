import type { Variable } from '@tendril/contract/api/variables';
import { Age } from '../../kit/lists/age.tsx';
import type { ListColumn } from '../../kit/lists/list-column.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { ListTable } from '../../kit/lists/list-table.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { UsedByFlows } from '../../kit/lists/used-by-flows.tsx';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Chip } from '../../kit/ui/chip.tsx';
import type { VariableActions } from './use-variable-actions.ts';
import type { VariableColumn, VariableFilter } from './use-variable-filter.ts';
import { ValueCell } from './value-cell.tsx';

interface VariableTableProps {
  filter: VariableFilter;
  selection: Selection;
  actions: VariableActions;
  onEdit: (variable: Variable) => void;
}

/** The variables as a table; a value is changed in its place. */
export function VariableTable({ filter, selection, actions, onEdit }: VariableTableProps) {
  const t = useTexts(variablesTexts);
  const columns: readonly ListColumn<Variable, VariableColumn>[] = [
    {
      id: 'name',
      label: t('name'),
      cell: (variable) => (
        <button
          type="button"
          className={`${listStyles['name']} ${listStyles['code']}`}
          onClick={() => onEdit(variable)}
        >
          {variable.name}
        </button>
      ),
    },
    {
      id: 'value',
      label: t('value'),
      isMain: true,
      cell: (variable) => <ValueCell variable={variable} isShown={filter.showsValues} />,
    },
    {
      id: 'type',
      label: t('type'),
      from: 520,
      cell: ({ type, isSecret }) => (
        <span className={listStyles['chips']}>
          <Chip label={t(type)} />
          {isSecret && <Chip label={t('secret')} />}
        </span>
      ),
    },
    {
      id: 'usedBy',
      label: t('usedBy'),
      from: 660,
      startsDescending: true,
      cell: ({ usedBy, name }) => <UsedByFlows uses={usedBy} name={name} />,
    },
    {
      id: 'updated',
      label: t('updated'),
      from: 660,
      startsDescending: true,
      cell: ({ updatedDate }) => <Age at={updatedDate} />,
    },
    {
      id: 'created',
      label: t('created'),
      from: 1080,
      startsDescending: true,
      cell: ({ createdDate }) => <Age at={createdDate} />,
    },
  ];
  return (
    <ListTable
      rows={filter.shown}
      columns={columns}
      sorting={filter.sorting}
      onSort={filter.setSorting}
      selection={selection}
      nameOf={({ name }) => name}
      actionsOf={actions.actionsOf}
      count={t('count', { count: filter.shown.length })}
    />
  );
}
