import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { ArrowLeft, Rocket } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { useHeadingFocus, usePageTitle } from '../../../kit/ui/page-head.tsx';
import { VersionChip } from '../versions/version-chip.tsx';
import { AgentMenu } from './agent-menu.tsx';
import styles from './editor-header.module.css';
import { EditorTabs } from './editor-tabs.tsx';
import type { EditorTab } from './use-editor-tab.ts';

const DeploymentDialog = lazy(() =>
  import('../deployment/deployment-dialog.tsx').then((module) => ({ default: module.DeploymentDialog })),
);

interface EditorHeaderProps {
  agent: VoiceAgent;
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
}

/** Back, title, the two tabs and Deployment. */
export function EditorHeader({ agent, tab, onTab }: EditorHeaderProps) {
  const t = useTexts(voiceEditorTexts);
  const goBack = useGoBack();
  const heading = useHeadingFocus();
  const [isDeploying, setDeploying] = useState(false);
  usePageTitle(agent.agentName);
  return (
    <header className={styles['head']}>
      <div className={styles['start']}>
        <IconButton label={t('back')} onClick={goBack}>
          <ArrowLeft size={20} />
        </IconButton>
        <h1 ref={heading} tabIndex={-1} title={agent.agentName}>
          {agent.agentName}
        </h1>
        <VersionChip agent={agent} />
      </div>
      <EditorTabs tab={tab} onTab={onTab} />
      <div className={styles['end']}>
        <AgentMenu agent={agent} />
        <Button
          look="primary"
          className={styles['deployment']}
          icon={<Rocket size={18} />}
          aria-haspopup="dialog"
          onClick={() => setDeploying(true)}
        >
          {t('deployment')}
        </Button>
      </div>
      {isDeploying && (
        <Suspense>
          <DeploymentDialog agentId={agent.id} onClose={() => setDeploying(false)} />
        </Suspense>
      )}
    </header>
  );
}

/** Whether there is a page of ours before this one; older browsers only know of those since the last load. */
function canGoBack(): boolean {
  if ('navigation' in window) return window.navigation.canGoBack;
  const place: unknown = history.state?.idx;
  return typeof place === 'number' && place > 0;
}

/** The page before this one; the list when the visit began here. */
function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => void (canGoBack() ? navigate(-1) : navigate('/agent'));
}
