import { Download, Trash2 } from 'lucide-react';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { SortMenu } from '../../kit/lists/sort-menu.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { ViewSwitch } from '../../kit/lists/view-switch.tsx';
import { listsTexts } from '../../kit/texts/en/lists.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { ToolFilter } from './use-tool-filter.ts';

interface ToolToolsProps {
  filter: ToolFilter;
  selection: Selection;
  onDelete: () => void;
  onExport: () => void;
}

const sorts = ['updated', 'name', 'lastRun'] as const;
const sortKeys = { updated: 'sortUpdated', name: 'sortName', lastRun: 'sortRun' } as const;

/** Search, sort and view of the tools; what can be done with the selection while there is one. */
export function ToolTools({ filter, selection, onDelete, onExport }: ToolToolsProps) {
  const t = useTexts(toolsTexts);
  const lists = useTexts(listsTexts);
  const { column } = filter.sorting;
  return (
    <ListTools
      searchLabel={t('search')}
      search={filter.search}
      onSearch={filter.setSearch}
      bulk={{
        count: filter.view === 'table' ? selection.ids.size : 0,
        onClear: selection.clear,
        actions: [
          { id: 'export', label: lists('export'), Icon: Download, onSelect: onExport },
          {
            id: 'delete',
            label: lists('delete'),
            Icon: Trash2,
            needs: 'tools:edit',
            isDanger: true,
            onSelect: onDelete,
          },
        ],
      }}
      end={
        <>
          <SortMenu
            options={sorts.map((value) => ({ value, label: t(sortKeys[value]) }))}
            value={sorts.find((value) => value === column) ?? 'updated'}
            onChange={(next) => filter.setSorting({ column: next, isDescending: next !== 'name' })}
          />
          <ViewSwitch view={filter.view} onChange={filter.setView} />
        </>
      }
    />
  );
}
