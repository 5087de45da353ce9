import { Download, Folder, FolderInput, Tag, Trash2, Workflow } from 'lucide-react';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { SortMenu } from '../../kit/lists/sort-menu.tsx';
import { ViewSwitch } from '../../kit/lists/view-switch.tsx';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { listsTexts } from '../../kit/texts/en/lists.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import type { FlowFilter } from './flows.queries.ts';
import type { FlowFilterState } from './use-flow-filter.ts';

/** What the server knows about all flows of the list. */
export interface FlowFacets {
  counts: Record<'all' | 'live' | 'draft' | 'never', number>;
  tags: readonly string[];
  folders: readonly string[];
}

/** The bulk actions for the selected flows. */
export interface FlowBulk {
  count: number;
  onClear: () => void;
  onExport: () => void;
  onMove: () => void;
  onTags: () => void;
  onDelete: () => void;
}

const statuses = ['all', 'live', 'draft', 'never'] as const;
const sorts = [
  { value: 'updated', key: 'sortUpdated' },
  { value: 'name', key: 'sortName' },
  { value: 'created', key: 'sortCreated' },
] as const;

interface FlowToolsProps {
  state: FlowFilterState;
  facets: FlowFacets | undefined;
  bulk?: FlowBulk;
}

/** Search, status tabs, folder, tag, sort and the view switch; what can be done with the selection while there is one. */
export function FlowTools({ state, facets, bulk }: FlowToolsProps) {
  const t = useTexts(flowsTexts);
  const { filter } = state;
  const { only, status, tag, folder } = filter;
  return (
    <ListTools
      searchLabel={t(filter.kind === 'CHATFLOW' ? 'searchFlows' : 'searchPipelines')}
      search={state.search}
      onSearch={state.setSearch}
      setCount={[only !== '', status !== 'all', tag !== '', folder !== ''].filter(Boolean).length}
      bulk={useBulkBar(bulk)}
      end={
        <>
          <FacetMenus state={state} facets={facets} />
          <SortMenu
            options={sorts.map(({ value, key }) => ({ value, label: t(key) }))}
            value={filter.sort}
            onChange={state.setSort}
          />
          <ViewSwitch view={state.view} onChange={state.setView} />
        </>
      }
    >
      <Segmented
        label={t('status')}
        segments={statuses.map((value) => ({ value, label: t(value), count: facets?.counts[value] }))}
        value={status}
        onChange={(next) => state.set({ status: next })}
      />
    </ListTools>
  );
}

function FacetMenus({ state, facets }: Pick<FlowToolsProps, 'state' | 'facets'>) {
  const t = useTexts(flowsTexts);
  const { tag, folder } = state.filter;
  const options = (all: string, words: readonly string[]) => [
    { value: '', label: all },
    ...words.map((word) => ({ value: word, label: word })),
  ];
  const folders = facets?.folders ?? [];
  const tags = facets?.tags ?? [];
  return (
    <>
      {state.filter.kind === 'PIPELINE' && (
        <SelectMenu
          label={t('kind')}
          Icon={Workflow}
          options={[
            { value: '', label: t('allKinds') },
            { value: 'AGENTFLOW', label: t('kindAgentFlow') },
            { value: 'MULTIAGENT', label: t('kindSequential') },
          ]}
          value={state.filter.only}
          onChange={(next) => state.set({ only: next as FlowFilter['only'] })}
        />
      )}
      {(folders.length > 0 || folder !== '') && (
        <SelectMenu
          label={t('folder')}
          Icon={Folder}
          options={options(t('allFolders'), folders)}
          value={folder}
          onChange={(next) => state.set({ folder: next })}
        />
      )}
      {(tags.length > 0 || tag !== '') && (
        <SelectMenu
          label={t('tag')}
          Icon={Tag}
          options={options(t('tags'), tags)}
          value={tag}
          onChange={(next) => state.set({ tag: next })}
        />
      )}
    </>
  );
}

function useBulkBar(bulk: FlowBulk | undefined) {
  const t = useTexts(flowsTexts);
  const lists = useTexts(listsTexts);
  if (!bulk) return undefined;
  const { count, onClear, onExport, onMove, onTags, onDelete } = bulk;
  return {
    count,
    onClear,
    actions: [
      {
        id: 'export',
        label: lists('export'),
        Icon: Download,
        needs: 'workspace:export' as const,
        onSelect: onExport,
      },
      { id: 'move', label: t('move'), Icon: FolderInput, needs: 'flows:edit' as const, onSelect: onMove },
      { id: 'tags', label: t('tags'), Icon: Tag, needs: 'flows:edit' as const, onSelect: onTags },
      {
        id: 'delete',
        label: lists('delete'),
        Icon: Trash2,
        needs: 'flows:delete' as const,
        isDanger: true,
        onSelect: onDelete,
      },
    ],
  };
}
