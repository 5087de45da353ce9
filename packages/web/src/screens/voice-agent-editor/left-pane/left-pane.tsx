import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { Maximize2, Minimize2, TextSearch } from 'lucide-react';
import { useState } from 'react';
import { estimateTokens } from '../../../features/runs/figures.ts';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { BrainMenu } from '../brain/brain-menu.tsx';
import { BrainView } from '../brain/brain-view.tsx';
import { EditNotes } from '../llm/edit-notes.tsx';
import { SaveMark } from '../llm/save-mark.tsx';
import { useLlmField } from '../llm/use-llm-session.ts';
import { CallMeter } from '../toolbar/call-meter.tsx';
import { EditorToolbar } from '../toolbar/editor-toolbar.tsx';
import styles from './left-pane.module.css';
import { PromptPane } from './prompt-pane.tsx';
import { WelcomeMessage } from './welcome-message.tsx';

interface LeftPaneProps {
  agent: VoiceAgent;
  /** Absent where the settings could not be read: nothing is offered to be saved over them. */
  brain: AgentSettings['brain'] | undefined;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
}

/** Model, voice and language; the prompt or what answers in its place; and the welcome message. */
export function LeftPane({ agent, brain, isFull, onFull }: LeftPaneProps) {
  const t = useTexts(voicePromptTexts);
  const [isPreview, setPreview] = useState(false);
  const isPrompt = brain === undefined || brain.type === 'prompt';
  return (
    <div className={styles['pane']}>
      <EditorToolbar agent={agent} isModelIdle={!isPrompt} />
      <CallMeter agent={agent} brain={brain?.type ?? 'prompt'} />
      <EditNotes />
      <div className={styles['head']}>
        {isPrompt && (
          <>
            <h2>{t('prompt')}</h2>
            <TokenCount />
          </>
        )}
        <span className={styles['brain']}>{brain && <BrainMenu agentId={agent.id} brain={brain} />}</span>
        <SaveMark />
        {isPrompt && (
          <IconButton
            label={t('preview')}
            size="small"
            aria-pressed={isPreview}
            className={styles['toggle']}
            onClick={() => setPreview(!isPreview)}
          >
            <TextSearch size={16} />
          </IconButton>
        )}
        <IconButton
          label={t(isFull ? 'shrink' : 'expand')}
          size="small"
          aria-pressed={isFull}
          className={[styles['toggle'], styles['full']].join(' ')}
          onClick={() => onFull(!isFull)}
        >
          {isFull ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
        </IconButton>
      </div>
      {isPrompt ? (
        <PromptPane agentId={agent.id} isPreview={isPreview} />
      ) : (
        <BrainView key={brain.type} agentId={agent.id} brain={brain} />
      )}
      <WelcomeMessage />
    </div>
  );
}

const grouped = new Intl.NumberFormat('en-US');

function TokenCount() {
  const t = useTexts(voicePromptTexts);
  const count = grouped.format(estimateTokens(useLlmField('generalPrompt')));
  return (
    <span className={styles['tokens']} title={t('tokensHelp')}>
      {t('tokens', { count })}
    </span>
  );
}
