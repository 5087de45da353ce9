import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { Ellipsis } from 'lucide-react';
import { shortAge } from '../../kit/lib/short-age.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { SelectAllHead, SelectCell } from '../../kit/lists/select-box.tsx';
import { SortHead } from '../../kit/lists/sort-head.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { UsedBy } from '../../kit/lists/used-by.tsx';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { LastRun } from './last-run.tsx';
import { ToolTile } from './tool-tile.tsx';
import styles from './tools.module.css';
import type { ToolActions } from './use-tool-actions.ts';
import type { ToolFilter } from './use-tool-filter.ts';

interface ToolTableProps {
  filter: ToolFilter;
  selection: Selection;
  actions: ToolActions;
  onOpen: (tool: StoredToolAnswer) => void;
}

const columns = ['name', 'description', 'usedBy', 'lastRun', 'updated'] as const;

/** The tools as a table. */
export function ToolTable({ filter, selection, actions, onOpen }: ToolTableProps) {
  const t = useTexts(toolsTexts);
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
          {filter.shown.map((tool) => (
            <tr key={tool.id} data-selected={selection.ids.has(tool.id) || undefined}>
              <SelectCell selection={selection} id={tool.id} name={tool.name} />
              <td>
                <button type="button" className={styles['rowName']} onClick={() => onOpen(tool)}>
                  <ToolTile color={tool.color} iconSrc={tool.iconSrc} />
                  {tool.name}
                </button>
              </td>
              <td className={styles['rowText']}>
                <span>{tool.description}</span>
              </td>
              <td>
                <UsedBy uses={tool.usedBy} name={tool.name} />
              </td>
              <td>
                <LastRun tool={tool} />
              </td>
              <td className={listStyles['nowrap']}>{shortAge(Date.parse(tool.updatedDate))}</td>
              <td className={listStyles['acts']}>
                <ActionMenu
                  label={t('more', { name: tool.name })}
                  actions={actions.actionsOf(tool)}
                  renderButton={(props) => (
                    <IconButton {...props} size="small" label={t('more', { name: tool.name })}>
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
