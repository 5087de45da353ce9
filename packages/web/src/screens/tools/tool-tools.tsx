import { ArrowDownUp, LayoutGrid, List } from 'lucide-react';
import { BulkBar } from '../../kit/lists/bulk-bar.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
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
  const { column } = filter.sorting;
  if (selection.ids.size > 0 && filter.view === 'table')
    return (
      <ToolRow>
        <BulkBar
          count={selection.ids.size}
          onClear={selection.clear}
          onDelete={onDelete}
          onExport={onExport}
        />
      </ToolRow>
    );
  return (
    <ToolRow
      end={
        <>
          <SelectMenu
            label={t('sort')}
            Icon={ArrowDownUp}
            options={sorts.map((value) => ({ value, label: t(sortKeys[value]) }))}
            value={sorts.find((value) => value === column) ?? 'updated'}
            onChange={(next) => filter.setSorting({ column: next, isDescending: next !== 'name' })}
          />
          <Segmented
            label={t('view')}
            segments={[
              { value: 'cards', name: t('cards'), label: <LayoutGrid size={20} /> },
              { value: 'table', name: t('table'), label: <List size={20} /> },
            ]}
            value={filter.view}
            onChange={filter.setView}
          />
        </>
      }
    >
      <SearchField label={t('search')} value={filter.search} onChange={filter.setSearch} takesCtrlF />
    </ToolRow>
  );
}
