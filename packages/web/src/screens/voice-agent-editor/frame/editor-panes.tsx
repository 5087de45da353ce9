import { type ReactNode, useState } from 'react';
import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PartBoundary } from '../../../kit/ui/part-boundary.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { CallSection } from '../right-pane/call-section.tsx';
import { FunctionsSection } from '../right-pane/functions-section.tsx';
import { KnowledgeSection } from '../right-pane/knowledge-section.tsx';
import { PostCallSection } from '../right-pane/post-call-section.tsx';
import { SecuritySection } from '../right-pane/security-section.tsx';
import { SpeechSection } from '../right-pane/speech-section.tsx';
import { WebhookSection } from '../right-pane/webhook-section.tsx';
import { TestPanel } from '../test-panel/test-panel.tsx';
import styles from './editor-panes.module.css';

/** The sections in their order; each keeps for itself whether it is open. */
const sections = [
  FunctionsSection,
  KnowledgeSection,
  SpeechSection,
  CallSection,
  PostCallSection,
  SecuritySection,
  WebhookSection,
];

type Pane = 'prompt' | 'settings' | 'test';

interface EditorPanesProps {
  agentId: string;
  /** The left pane has the whole width. */
  isFull: boolean;
  children: ReactNode;
}

/** Both panes of the tab Create, which scroll apart; one of three parts at a time in a narrow window. */
export function EditorPanes({ agentId, isFull, children }: EditorPanesProps) {
  const t = useTexts(voiceEditorTexts);
  const [pane, setPane] = useState<Pane>('prompt');
  const [isRunning, setRunning] = useState(false);
  return (
    <>
      <div className={styles['switch']}>
        <Segmented
          label={t('panes')}
          segments={[
            { value: 'prompt', label: t('panePrompt') },
            { value: 'settings', label: t('paneSettings') },
            { value: 'test', label: t('paneTest') },
          ]}
          value={pane}
          onChange={setPane}
        />
      </div>
      <div
        className={styles['panes']}
        data-pane={pane}
        data-running={isRunning || undefined}
        data-full={(isFull && !isRunning) || undefined}
      >
        <section className={styles['left']} aria-label={t('promptPane')}>
          {children}
        </section>
        <section className={styles['right']} aria-label={t('settingsPane')}>
          <div className={styles['sections']}>
            {sections.map((Section) => (
              <PartBoundary key={Section.name}>
                <Section agentId={agentId} />
              </PartBoundary>
            ))}
          </div>
          <div className={styles['test']}>
            <PartBoundary>
              <TestPanel agentId={agentId} onRunningChange={setRunning} />
            </PartBoundary>
          </div>
        </section>
      </div>
    </>
  );
}
