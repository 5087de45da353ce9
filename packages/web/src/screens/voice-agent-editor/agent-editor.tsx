import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent, VoiceLlm } from '@tendril/contract/voice/voice-agent';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { voicePromptTexts } from '../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PartBoundary } from '../../kit/ui/part-boundary.tsx';
import styles from './agent-editor.module.css';
import { EditorHeader } from './frame/editor-header.tsx';
import { EditorPanes } from './frame/editor-panes.tsx';
import { useEditorTab } from './frame/use-editor-tab.ts';
import { useSaveKey } from './frame/use-save-key.ts';
import { LeftPane } from './left-pane/left-pane.tsx';
import type { LlmSession } from './llm/llm-session.ts';
import { useLeaveEdits } from './llm/use-leave-edits.ts';
import { LlmSessionContext, useOpenLlmSession } from './llm/use-llm-session.ts';
import { SimulationTab } from './simulation/simulation-tab.tsx';

interface OpenAgentProps {
  agent: VoiceAgent;
  settings: AgentSettings | undefined;
  /** It was deleted while it was open. */
  isGone: boolean;
}

/** An open agent with its LLM record, which saves itself while it is edited. */
export function AgentEditor({ llm, ...open }: OpenAgentProps & { llm: VoiceLlm }) {
  const session = useOpenLlmSession(llm);
  return (
    <LlmSessionContext value={session}>
      <OpenAgent session={session} {...open} />
    </LlmSessionContext>
  );
}

/** The header, and one of the two tabs. */
function OpenAgent({ agent, settings, isGone, session }: OpenAgentProps & { session: LlmSession }) {
  const t = useTexts(voicePromptTexts);
  const [tab, setTab] = useEditorTab();
  const [isFull, setFull] = useState(false);
  useLeaveEdits();
  useSaveKey(session);
  return (
    <div className={styles['editor']}>
      <EditorHeader agent={agent} tab={tab} onTab={setTab} />
      {isGone && (
        <p className={styles['gone']} role="alert">
          <TriangleAlert size={16} aria-hidden />
          {t('gone')}
        </p>
      )}
      <div id="agent-view" role="tabpanel" aria-labelledby={`agent-tab-${tab}`} className={styles['view']}>
        {tab === 'create' ? (
          <EditorPanes agentId={agent.id} isFull={isFull}>
            <LeftPane agent={agent} brain={settings?.brain} isFull={isFull} onFull={setFull} />
          </EditorPanes>
        ) : (
          <PartBoundary>
            <SimulationTab agentId={agent.id} />
          </PartBoundary>
        )}
      </div>
    </div>
  );
}
