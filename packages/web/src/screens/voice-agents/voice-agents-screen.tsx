import { useQuery } from '@tanstack/react-query';
import { Plus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  agentOverviewsQuery,
  voiceAgentsQuery,
  voicesQuery,
} from '../../features/voice-agent/agent.queries.ts';
import { useVoicePreview } from '../../features/voice-agent/picker/use-voice-preview.ts';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { type AgentRow, agentRows } from './agent-rows.ts';
import { AgentTable } from './agent-table.tsx';
import { AgentTools } from './agent-tools.tsx';
import { ExampleAgents } from './example-agents.tsx';
import { ImportAgent } from './import-agent.tsx';
import { NewAgentDialog } from './new-agent-dialog.tsx';
import { type AgentActions, useAgentActions } from './use-agent-actions.ts';
import { useAgentFilter } from './use-agent-filter.ts';
import { useFocusBack } from './use-focus-back.ts';
import styles from './voice-agents-screen.module.css';

/** The voice agents; `?id=` shows the detail of one beside them. */
export function VoiceAgentsScreen() {
  const t = useTexts(voiceAgentsTexts);
  const page = useTexts(pageTexts);
  const [params, setParams] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const openId = params.get('id') ?? '';
  const list = useRef<HTMLDivElement>(null);
  useFocusBack(list, openId);
  const open = (id: string) => setParams(id === '' ? {} : { id });
  const navigate = useNavigate();
  // The next step after creating one is writing its prompt.
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
  const isEmpty = agents.data?.length === 0;
  const add = (
    <PermittedButton
      needs="voice-agents:edit"
      look={isEmpty ? 'plain' : 'primary'}
      icon={<Plus size={20} />}
      onClick={() => setAdding(true)}
    >
      {t('newAgent')}
    </PermittedButton>
  );
  return (
    <div className={styles['page']} data-open={openId !== '' || undefined}>
      <div ref={list} className={styles['list']}>
        <ListPage
          title={page('voiceAgents')}
          help={page('voiceAgentsHelp')}
          // Where there is none yet the examples come first, and making one's own stays in the head.
          acts={
            <>
              <ImportButton onOpen={open} />
              {isEmpty && add}
            </>
          }
          mainAct={add}
          query={{
            hasData: agents.data !== undefined,
            error: agents.error,
            retry: () => void agents.refetch(),
          }}
          failed={t('loadFailed')}
          isEmpty={isEmpty}
          empty={<ExampleAgents />}
          list={<AgentList rows={rows} openId={openId} actions={actions} onOpen={open} />}
        />
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

function ImportButton({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTexts(voiceAgentsTexts);
  return (
    <ImportAgent
      onImported={onOpen}
      renderButton={(choose, isBusy) => (
        <PermittedButton
          needs="voice-agents:edit"
          icon={<Upload size={20} />}
          isBusy={isBusy}
          onClick={choose}
          aria-label={t('importFile')}
        >
          {t('import')}
        </PermittedButton>
      )}
    />
  );
}

interface AgentListProps {
  rows: readonly AgentRow[];
  openId: string;
  actions: AgentActions;
  onOpen: (id: string) => void;
}

function AgentList({ rows, openId, actions, onOpen }: AgentListProps) {
  const t = useTexts(voiceAgentsTexts);
  const filter = useAgentFilter(rows);
  const preview = useVoicePreview();
  const selection = useSelection(filter.shown);
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const search = filter.search.trim();
  const deleteSelected = async () => {
    if (await actions.deleteMany(selected.map(({ agent }) => agent))) selection.clear();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a preview is a greeting that says the name of its voice */}
      <audio ref={preview.audio} hidden />
      <AgentTools filter={filter} selection={selection} onDelete={() => void deleteSelected()} />
      {filter.shown.length === 0 ? (
        <NoMatch
          title={search === '' ? t('noMatchFilter') : t('noMatch', { search })}
          onClear={filter.clear}
        />
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
