import { useQuery } from '@tanstack/react-query';
import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { lazy, Suspense, useState } from 'react';
import { CardGrid } from '../../kit/lists/card-grid.tsx';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { NewToolButton } from './new-tool-button.tsx';
import { ToolCard } from './tool-card.tsx';
import { ToolExamples } from './tool-examples-list.tsx';
import { exportTools } from './tool-file.ts';
import { emptyTool, type ToolStart } from './tool-start.ts';
import { ToolTable } from './tool-table.tsx';
import { ToolTools } from './tool-tools.tsx';
import { toolsQuery } from './tools.queries.ts';
import { type ToolsHeadProps, ToolsTabs } from './tools-head.tsx';
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
  const { data, error, refetch } = useQuery(toolsQuery);
  const [started, setStarted] = useState<ToolStart | null>(null);
  const [kept, setKept] = useState<StoredToolAnswer | null>(null);
  const rows = data ?? [];
  const filter = useToolFilter(rows);
  const stored = rows.find(({ id }) => id === opened);
  const start = started ?? stored ?? null;
  const close = () => {
    setStarted(null);
    onOpened(null);
  };
  return (
    <>
      <ListPage
        title={head.title}
        help={head.help}
        acts={<NewToolButton isMain onStart={setStarted} />}
        query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
        failed={t('loadFailed')}
        isEmpty={data?.length === 0}
        empty={<ToolExamples onStart={() => setStarted(emptyTool)} />}
        view={filter.view}
        list={
          <ToolList
            tools={rows}
            filter={filter}
            onOpen={(tool) => onOpened(tool.id)}
            onStart={setStarted}
            onTemplate={setKept}
          />
        }
      >
        <ToolsTabs head={head} />
      </ListPage>
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
    </>
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
  const selection = useSelection(filter.shown);
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
        onDelete={() => void deleteSelected()}
        onExport={() => exportTools(selected)}
      />
      {filter.shown.length === 0 && (
        <NoMatch
          title={t('noMatch', { search: filter.search.trim() })}
          onClear={() => filter.setSearch('')}
        />
      )}
      {filter.shown.length > 0 && filter.view === 'table' && (
        <ToolTable filter={filter} selection={selection} actions={actions} onOpen={onOpen} />
      )}
      {filter.shown.length > 0 && filter.view === 'cards' && (
        <CardGrid>
          {filter.shown.map((tool) => (
            <ToolCard
              key={tool.id}
              tool={tool}
              actions={actions.actionsOf(tool)}
              onOpen={() => onOpen(tool)}
            />
          ))}
        </CardGrid>
      )}
    </>
  );
}
