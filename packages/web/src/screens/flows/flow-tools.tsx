import { ArrowDownUp, LayoutGrid, List } from 'lucide-react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
import type { FlowFilterState } from './use-flow-filter.ts';

type Counts = Record<'all' | 'live' | 'draft' | 'never', number>;

const statuses = ['all', 'live', 'draft', 'never'] as const;
const sorts = [
  { value: 'updated', key: 'sortUpdated' },
  { value: 'name', key: 'sortName' },
  { value: 'created', key: 'sortCreated' },
] as const;

/** Search, status tabs, sort and the view switch of a list. */
export function FlowTools({ state, counts }: { state: FlowFilterState; counts: Counts | undefined }) {
  const t = useTexts(flowsTexts);
  const { filter } = state;
  return (
    <ToolRow
      end={
        <>
          <SelectMenu
            label={t('sort')}
            Icon={ArrowDownUp}
            options={sorts.map(({ value, key }) => ({ value, label: t(key) }))}
            value={filter.sort}
            onChange={state.setSort}
          />
          <Segmented
            label={t('view')}
            segments={[
              { value: 'cards', name: t('cards'), label: <LayoutGrid size={20} /> },
              { value: 'table', name: t('table'), label: <List size={20} /> },
            ]}
            value={state.view}
            onChange={state.setView}
          />
        </>
      }
    >
      <SearchField
        label={t(filter.kind === 'CHATFLOW' ? 'searchFlows' : 'searchPipelines')}
        value={state.search}
        onChange={state.setSearch}
        takesCtrlF
      />
      <Segmented
        label={t('status')}
        segments={statuses.map((value) => ({ value, label: t(value), count: counts?.[value] }))}
        value={filter.status}
        onChange={state.setStatus}
      />
    </ToolRow>
  );
}
