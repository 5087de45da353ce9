import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  agentOverviewsQuery,
  voiceAgentsQuery,
  voicesQuery,
} from '../../features/voice-agent/agent.queries.ts';
import { useVoicePreview } from '../../features/voice-agent/picker/use-voice-preview.ts';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { type AgentRow, agentRows } from './agent-rows.ts';
import { AgentTable } from './agent-table.tsx';
import { AgentTools } from './agent-tools.tsx';
import { ExampleAgents } from './example-agents.tsx';
import { ImportAgent } from './import-agent.tsx';
import { NewAgentDialog } from './new-agent-dialog.tsx';
import { type AgentActions, useAgentActions } from './use-agent-actions.ts';
import { type AgentFilter, useAgentFilter } from './use-agent-filter.ts';
import { useFocusBack } from './use-focus-back.ts';
import styles from './voice-agents-screen.module.css';

/** The voice agents; `?id=` shows the detail of one beside them (SP-21). */
export function VoiceAgentsScreen() {
  const [params, setParams] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const openId = params.get('id') ?? '';
  const list = useRef<HTMLDivElement>(null);
  useFocusBack(list, openId);
  const open = (id: string) => setParams(id === '' ? {} : { id });
  const navigate = useNavigate();
  // Whoever has made one wants to write its prompt.
  const edit = (id: string) => void navigate(`/agent/${encodeURIComponent(id)}`);
  const agents = useQuery(voiceAgentsQuery);
  const overviews = useQuery(agentOverviewsQuery);
  const voices = useQuery(voicesQuery);
  const rows = agentRows(agents.data ?? [], overviews.data, voices.data?.data);
  const actions = useAgentActions({
    overviews: overviews.data ?? [],
    onOpen: open,
    onDeleted: (ids) => ids.includes(openId) && open(''),
  });
  return (
    <div className={styles['page']} data-open={openId !== '' || undefined}>
      <div ref={list} className={styles['list']}>
        <ListHead isEmpty={agents.data?.length === 0} onAdd={() => setAdding(true)} onOpen={open} />
        {agents.isPending && (
          <div className={styles['wait']}>
            <SkeletonList count={6} />
          </div>
        )}
        {agents.isError && !agents.data && (
          <ErrorList error={agents.error} onRetry={() => void agents.refetch()} />
        )}
        {agents.data?.length === 0 && <ExampleAgents />}
        {rows.length > 0 && <AgentList rows={rows} openId={openId} actions={actions} onOpen={open} />}
      </div>
      {openId !== '' && (
        <AgentDetail
          key={openId}
          agentId={openId}
          overview={overviews.data?.find(({ id }) => id === openId)}
          onClose={() => open('')}
        />
      )}
      {isAdding && <NewAgentDialog onMade={edit} onClose={() => setAdding(false)} />}
    </div>
  );
}

interface StartProps {
  onAdd: () => void;
  onOpen: (id: string) => void;
}

function ListHead({ isEmpty, onAdd, onOpen }: StartProps & { isEmpty: boolean }) {
  const t = useTexts(voiceAgentsTexts);
  const page = useTexts(pageTexts);
  return (
    <PageHead
      title={page('voiceAgents')}
      help={page('voiceAgentsHelp')}
      actions={
        <>
          <ImportAgent
            onImported={onOpen}
            renderButton={(choose, isBusy) => (
              <Button
                icon={<Upload size={20} />}
                isBusy={isBusy}
                onClick={choose}
                aria-label={t('importFile')}
              >
                {t('import')}
              </Button>
            )}
          />
          <Button look={isEmpty ? 'plain' : 'primary'} icon={<Plus size={20} />} onClick={onAdd}>
            {t('newAgent')}
          </Button>
        </>
      }
    />
  );
}

function ErrorList({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts(voiceAgentsTexts);
  return <ErrorState title={t('loadFailed')} error={error} onRetry={onRetry} />;
}

interface AgentListProps {
  rows: readonly AgentRow[];
  openId: string;
  actions: AgentActions;
  onOpen: (id: string) => void;
}

function AgentList({ rows, openId, actions, onOpen }: AgentListProps) {
  const filter = useAgentFilter(rows);
  const preview = useVoicePreview();
  const selection = useSelection(rows.map(({ id }) => id));
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const deleteSelected = async () => {
    if (await actions.deleteMany(selected.map(({ agent }) => agent))) selection.clear();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a preview is a greeting that says the name of its voice */}
      <audio ref={preview.audio} hidden />
      <AgentTools filter={filter} selection={selection} onDelete={() => void deleteSelected()} />
      {filter.shown.length === 0 ? (
        <NoMatch filter={filter} />
      ) : (
        <AgentTable
          filter={filter}
          selection={selection}
          preview={preview}
          openId={openId}
          actions={actions}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

function NoMatch({ filter }: { filter: AgentFilter }) {
  const t = useTexts(voiceAgentsTexts);
  const search = filter.search.trim();
  return (
    <EmptyState
      Icon={SearchX}
      title={search === '' ? t('noMatchFilter') : t('noMatch', { search })}
      action={<Button onClick={filter.clear}>{t('clear')}</Button>}
    />
  );
}
