import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import type { BulkBarProps } from '../../../kit/lists/bulk-bar.tsx';
import { ListTools } from '../../../kit/lists/list-tools.tsx';
import { SortMenu } from '../../../kit/lists/sort-menu.tsx';
import { ViewSwitch } from '../../../kit/lists/view-switch.tsx';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Segmented } from '../../../kit/ui/segmented.tsx';
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
  bulk,
}: {
  filter: StoreFilter;
  stores: readonly DocumentStoreSummary[] | undefined;
  bulk?: BulkBarProps;
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
    <ListTools
      bulk={bulk}
      searchLabel={t('search')}
      search={filter.search}
      onSearch={filter.setSearch}
      setCount={filter.state === 'all' ? 0 : 1}
      end={
        <>
          <SortMenu
            options={options}
            value={column}
            onChange={(value) => filter.setSort(firstOrder(value))}
          />
          <ViewSwitch view={filter.view} onChange={filter.setView} />
        </>
      }
    >
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
    </ListTools>
  );
}
