import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { Age } from '../../kit/lists/age.tsx';
import type { ListColumn } from '../../kit/lists/list-column.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { ListTable } from '../../kit/lists/list-table.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { UsedByFlows } from '../../kit/lists/used-by-flows.tsx';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { LastRun } from './last-run.tsx';
import { ToolTile } from './tool-tile.tsx';
import type { ToolActions } from './use-tool-actions.ts';
import type { ToolColumn, ToolFilter } from './use-tool-filter.ts';

interface ToolTableProps {
  filter: ToolFilter;
  selection: Selection;
  actions: ToolActions;
  onOpen: (tool: StoredToolAnswer) => void;
}

/** The tools as a table. */
export function ToolTable({ filter, selection, actions, onOpen }: ToolTableProps) {
  const t = useTexts(toolsTexts);
  const columns: readonly ListColumn<StoredToolAnswer, ToolColumn>[] = [
    {
      id: 'name',
      label: t('name'),
      cell: (tool) => (
        <span className={listStyles['withTile']}>
          <ToolTile color={tool.color} iconSrc={tool.iconSrc} />
          <button
            type="button"
            className={`${listStyles['name']} ${listStyles['code']}`}
            onClick={() => onOpen(tool)}
          >
            {tool.name}
          </button>
        </span>
      ),
    },
    {
      id: 'description',
      label: t('description'),
      isMain: true,
      from: 520,
      cell: ({ description }) => <span className={listStyles['twoLines']}>{description}</span>,
    },
    {
      id: 'usedBy',
      label: t('usedBy'),
      from: 800,
      startsDescending: true,
      cell: ({ usedBy, name }) => <UsedByFlows uses={usedBy} name={name} />,
    },
    {
      id: 'lastRun',
      label: t('lastRun'),
      from: 800,
      startsDescending: true,
      cell: (tool) => <LastRun tool={tool} />,
    },
    {
      id: 'updated',
      label: t('updated'),
      from: 1080,
      startsDescending: true,
      cell: ({ updatedDate }) => <Age at={updatedDate} />,
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
