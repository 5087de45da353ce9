import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { ArrowDownUp, LayoutGrid, List } from 'lucide-react';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SearchField } from '../../../kit/ui/search-field.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { ToolRow } from '../../../kit/ui/tool-row.tsx';
import { firstOrder, type StoreColumn, type StoreFilter } from './use-store-filter.ts';

const sorts = [
  { value: 'updated', key: 'sortUpdated' },
  { value: 'name', key: 'sortName' },
  { value: 'chunks', key: 'sortChunks' },
] as const;

const columnKeys: Record<StoreColumn, 'colUses' | 'colChars' | 'colLoaders' | 'colStatus' | undefined> = {
  name: undefined,
  updated: undefined,
  chunks: undefined,
  uses: 'colUses',
  characters: 'colChars',
  loaders: 'colLoaders',
  status: 'colStatus',
};

/** Search, status, sort and the view switch of the list. */
export function StoreTools({
  filter,
  stores,
}: {
  filter: StoreFilter;
  stores: readonly DocumentStoreSummary[] | undefined;
}) {
  const t = useTexts(knowledgeTexts);
  const ready = stores?.filter(({ status }) => status === 'UPSERTED').length;
  const counts = { all: stores?.length, ready, open: stores && stores.length - (ready ?? 0) };
  const { column } = filter.sort;
  // The table sorts by more columns than the menu offers.
  const other = columnKeys[column];
  const options: { value: StoreColumn; label: string }[] = sorts.map(({ value, key }) => ({
    value,
    label: t(key),
  }));
  if (other) options.push({ value: column, label: t(other) });
  return (
    <ToolRow
      end={
        <>
          <SelectMenu
            label={t('sort')}
            Icon={ArrowDownUp}
            options={options}
            value={column}
            onChange={(value) => filter.setSort(firstOrder(value))}
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
      <Segmented
        label={t('filter')}
        segments={(['all', 'ready', 'open'] as const).map((value) => ({
          value,
          label: t(value),
          count: counts[value],
        }))}
        value={filter.state}
        onChange={filter.setState}
      />
    </ToolRow>
  );
}
