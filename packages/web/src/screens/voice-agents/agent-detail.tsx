import { useQuery } from '@tanstack/react-query';
import type { AgentOverview } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { ArrowUpRight, X } from 'lucide-react';
import { useNavigate } from 'react-router';
import { voiceAgentQuery } from '../../features/voice-agent/agent.queries.ts';
import { AddFunctionMenu } from '../../features/voice-agent/functions/add-function-menu.tsx';
import { FunctionsPanel } from '../../features/voice-agent/functions/functions-panel.tsx';
import { useFunctionEditing } from '../../features/voice-agent/functions/use-function-editing.tsx';
import settings from '../../features/voice-agent/settings-form.module.css';
import { SpeechPanel } from '../../features/voice-agent/speech-panel.tsx';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { voiceFunctionTexts } from '../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import styles from './agent-detail.module.css';
import { AgentFacts } from './agent-facts.tsx';
import { AgentName } from './agent-name.tsx';

interface AgentDetailProps {
  agentId: string;
  overview: AgentOverview | undefined;
  onClose: () => void;
}

/** One agent beside the list: its name and ids, speech settings and functions. */
export function AgentDetail({ agentId, overview, onClose }: AgentDetailProps) {
  const t = useTexts(voiceAgentsTexts);
  const agent = useQuery(voiceAgentQuery(agentId));
  const close = (
    <IconButton label={t('close')} onClick={onClose}>
      <X size={20} />
    </IconButton>
  );
  if (agent.data) return <LoadedDetail agent={agent.data} overview={overview} close={close} />;
  return (
    <aside className={styles['detail']} aria-label={t('name')}>
      <header className={styles['head']}>{close}</header>
      {agent.isError ? (
        <ErrorState title={t('detailFailed')} error={agent.error} onRetry={() => void agent.refetch()} />
      ) : (
        <SkeletonList count={4} />
      )}
    </aside>
  );
}

interface LoadedDetailProps {
  agent: VoiceAgent;
  overview: AgentOverview | undefined;
  close: React.ReactNode;
}

function LoadedDetail({ agent, overview, close }: LoadedDetailProps) {
  const t = useTexts(voiceAgentsTexts);
  const navigate = useNavigate();
  return (
    <aside className={styles['detail']} aria-label={t('detailOf', { name: agent.agentName })}>
      <header className={styles['head']}>
        <AgentName agent={agent} />
        <Button
          className={styles['open'] ?? ''}
          onClick={() => void navigate(`/agent/${encodeURIComponent(agent.id)}`)}
        >
          {t('openEditor')} <ArrowUpRight size={16} aria-hidden />
        </Button>
        {close}
      </header>
      <AgentFacts agent={agent} overview={overview} />
      <div className={`${styles['part']} ${settings['body']}`}>
        <SpeechPanel agentId={agent.id} hasHead />
      </div>
      <FunctionsPart agentId={agent.id} />
    </aside>
  );
}

function FunctionsPart({ agentId }: { agentId: string }) {
  const t = useTexts(voiceFunctionTexts);
  const editing = useFunctionEditing(agentId);
  const count = editing.list.functions?.length ?? 0;
  return (
    <section className={styles['part']} aria-label={t('functions')}>
      <div className={settings['head']}>
        <h3>
          {t('functions')}
          {count > 0 && <span className={styles['count']}>{count}</span>}
        </h3>
        <AddFunctionMenu editing={editing} look="plain" />
      </div>
      <FunctionsPanel editing={editing} />
      {editing.dialog}
    </section>
  );
}
