import { useQuery } from '@tanstack/react-query';
import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import listStyles from '../../kit/lists/list-table.module.css';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { NewToolButton } from './new-tool-button.tsx';
import { ToolCard } from './tool-card.tsx';
import { ToolExamples } from './tool-examples-list.tsx';
import { exportTools } from './tool-file.ts';
import { emptyTool, type ToolStart } from './tool-start.ts';
import { ToolTable } from './tool-table.tsx';
import { ToolTools } from './tool-tools.tsx';
import styles from './tools.module.css';
import { toolsQuery } from './tools.queries.ts';
import { ToolsHead, type ToolsHeadProps } from './tools-head.tsx';
import { useToolActions } from './use-tool-actions.ts';
import { type ToolFilter, useToolFilter } from './use-tool-filter.ts';

const TemplateDialog = lazy(async () => ({
  default: (await import('../../features/flow-settings/template-dialog.tsx')).TemplateDialog,
}));
const ToolEditor = lazy(async () => ({ default: (await import('./tool-editor.tsx')).ToolEditor }));

interface CustomToolsTabProps {
  head: ToolsHeadProps;
  /** Id of the tool that the address names. */
  opened: string | null;
  onOpened: (id: string | null) => void;
}

/** Tools that people of the workspace wrote. */
export function CustomToolsTab({ head, opened, onOpened }: CustomToolsTabProps) {
  const t = useTexts(toolsTexts);
  const tools = useQuery(toolsQuery);
  const [started, setStarted] = useState<ToolStart | null>(null);
  const [kept, setKept] = useState<StoredToolAnswer | null>(null);
  const rows = tools.data ?? [];
  const filter = useToolFilter(rows);
  const stored = rows.find(({ id }) => id === opened);
  const start = started ?? stored ?? null;
  const close = () => {
    setStarted(null);
    onOpened(null);
  };
  const isEmpty = tools.data?.length === 0;
  return (
    <div className={!isEmpty && filter.view === 'table' ? listStyles['paper'] : undefined}>
      <ToolsHead head={head} actions={<NewToolButton isMain onStart={setStarted} />} />
      {tools.isPending && <SkeletonList shape="cards" />}
      {tools.isError && (
        <ErrorState title={t('loadFailed')} error={tools.error} onRetry={() => tools.refetch()} />
      )}
      {isEmpty && <ToolExamples onStart={() => setStarted(emptyTool)} />}
      {rows.length > 0 && (
        <ToolList
          tools={rows}
          filter={filter}
          onOpen={(tool) => onOpened(tool.id)}
          onStart={setStarted}
          onTemplate={setKept}
        />
      )}
      {start && (
        <Suspense>
          <ToolEditor key={started ? 'new' : (stored?.id ?? '')} start={start} onClose={close} />
        </Suspense>
      )}
      {kept && (
        <Suspense>
          <TemplateDialog source={{ toolId: kept.id }} sourceName={kept.name} onClose={() => setKept(null)} />
        </Suspense>
      )}
    </div>
  );
}

interface ToolListProps {
  tools: readonly StoredToolAnswer[];
  filter: ToolFilter;
  onOpen: (tool: StoredToolAnswer) => void;
  onStart: (start: ToolStart) => void;
  onTemplate: (tool: StoredToolAnswer) => void;
}

function ToolList({ tools, filter, onOpen, onStart, onTemplate }: ToolListProps) {
  const t = useTexts(toolsTexts);
  const selection = useSelection(tools.map(({ id }) => id));
  const actions = useToolActions({ onOpen, onStart, onTemplate });
  const selected = tools.filter(({ id }) => selection.ids.has(id));
  const deleteSelected = async () => {
    if (await actions.deleteMany(selected)) selection.clear();
  };
  return (
    <>
      <ToolTools
        filter={filter}
        selection={selection}
        onDelete={deleteSelected}
        onExport={() => exportTools(selected)}
      />
      {filter.shown.length === 0 && (
        <EmptyState
          Icon={SearchX}
          title={t('noMatch', { search: filter.search.trim() })}
          action={<Button onClick={() => filter.setSearch('')}>{t('clear')}</Button>}
        />
      )}
      {filter.shown.length > 0 && filter.view === 'table' && (
        <ToolTable filter={filter} selection={selection} actions={actions} onOpen={onOpen} />
      )}
      {filter.shown.length > 0 && filter.view === 'cards' && (
        <div className={styles['grid']}>
          {filter.shown.map((tool) => (
            <ToolCard
              key={tool.id}
              tool={tool}
              actions={actions.actionsOf(tool)}
              onOpen={() => onOpen(tool)}
            />
          ))}
        </div>
      )}
    </>
  );
}
