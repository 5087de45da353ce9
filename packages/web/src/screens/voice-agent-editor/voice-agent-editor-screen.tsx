import { useQuery } from '@tanstack/react-query';
import { voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import { PhoneOff } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import {
  agentSettingsQuery,
  voiceAgentQuery,
  voiceLlmQuery,
} from '../../features/voice-agent/agent.queries.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { voiceEditorTexts } from '../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { AgentEditor } from './agent-editor.tsx';
import { EditorSkeleton } from './frame/editor-skeleton.tsx';

/** For an agent without an LLM record: a response from another server may leave it out. */
const noLlm: VoiceLlm = { ...voiceLlmDefaults, id: '', revision: 0 };

/** The editor of one voice agent: reads the agent, its settings and its LLM record, then shows them. */
export function VoiceAgentEditorScreen() {
  const { id = '' } = useParams();
  const agent = useQuery(voiceAgentQuery(id));
  const settings = useQuery(agentSettingsQuery(id));
  const llmId = agent.data?.responseEngineLlmId ?? '';
  const llm = useQuery({ ...voiceLlmQuery(llmId), enabled: llmId !== '' });
  const shownLlm = llmId === '' ? noLlm : llm.data;
  // Settings that cannot be loaded are reported by the sections that show them.
  if (agent.data && shownLlm && !settings.isPending) {
    return (
      <AgentEditor
        key={agent.data.id}
        agent={agent.data}
        settings={settings.data}
        llm={shownLlm}
        isGone={isMissing(agent.error)}
      />
    );
  }
  const error = agent.error ?? llm.error;
  const retry = () => {
    for (const query of [agent, settings, llm]) if (query.error) void query.refetch();
  };
  return error ? <NotShown error={error} onRetry={retry} /> : <EditorSkeleton />;
}

const isMissing = (error: unknown) => error instanceof RequestError && error.status === 404;

function NotShown({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts(voiceEditorTexts);
  const navigate = useNavigate();
  return (
    <>
      <PageHead title={t('title')} />
      {isMissing(error) ? (
        <EmptyState
          Icon={PhoneOff}
          title={t('unknown')}
          text={t('unknownText')}
          action={<Button onClick={() => void navigate('/agent')}>{t('toAgents')}</Button>}
        />
      ) : (
        <ErrorState title={t('loadFailed')} error={error} onRetry={onRetry} />
      )}
    </>
  );
}
