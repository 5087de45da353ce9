import type { EditorView } from '@codemirror/view';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PartBoundary } from '../../../kit/ui/part-boundary.tsx';
import { useLlmField, useLlmSession } from '../llm/use-llm-session.ts';
import editorStyles from '../prompt/prompt-editor.module.css';
import type { SpeechFinding } from '../prompt/speech-lint.ts';
import { usePromptWords } from '../prompt/use-prompt-words.ts';
import { FilledPreview } from './filled-preview.tsx';
import styles from './left-pane.module.css';
import { PromptFoot } from './prompt-foot.tsx';

const loadEditor = () => import('../prompt/prompt-editor.tsx');
// Fetched beside the agent: nobody opens this screen without needing it.
void loadEditor().catch(() => undefined);
const PromptEditor = lazy(() => loadEditor().then((module) => ({ default: module.PromptEditor })));

/**
 * The universal prompt, or how it reads once its variables are filled in; what would sound wrong is shown at the bottom.
 */
export function PromptPane({ agentId, isPreview }: { agentId: string; isPreview: boolean }) {
  const t = useTexts(voicePromptTexts);
  const session = useLlmSession();
  const text = useLlmField('generalPrompt');
  const words = usePromptWords();
  const lintId = useId();
  const view = useRef<EditorView>(null);
  const [findings, setFindings] = useState<readonly SpeechFinding[]>([]);
  const goTo = ({ from, to }: SpeechFinding) => {
    view.current?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    view.current?.focus();
  };
  return (
    <>
      <div className={styles['text']} hidden={isPreview}>
        <PartBoundary>
          <Suspense fallback={<EditorWait />}>
            <PromptEditor
              label={t('prompt')}
              text={text}
              placeholder={t('placeholder')}
              words={words}
              describedBy={lintId}
              onChange={(generalPrompt) => session.change({ generalPrompt })}
              onFindings={setFindings}
              onReady={(created) => {
                view.current = created;
              }}
            />
          </Suspense>
        </PartBoundary>
      </div>
      {isPreview && <FilledPreview agentId={agentId} />}
      <PromptFoot agentId={agentId} lintId={lintId} findings={findings} onGoTo={goTo} />
    </>
  );
}

function EditorWait() {
  return (
    <div className={editorStyles['wait']} aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
