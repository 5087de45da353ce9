import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { LanguageControl } from './language-control.tsx';
import { ModelControl } from './model-control.tsx';
import styles from './toolbar.module.css';
import { VoiceControl } from './voice-control.tsx';

interface EditorToolbarProps {
  agent: VoiceAgent;
  /** Something else than the model answers, so that choosing one changes nothing in calls. */
  isModelIdle: boolean;
}

/** Model, voice and language of the agent, with the settings of the first two. */
export function EditorToolbar({ agent, isModelIdle }: EditorToolbarProps) {
  const t = useTexts(voiceEditorTexts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a flex row everywhere
    <div role="group" aria-label={t('toolbar')} className={styles['toolbar']}>
      <ModelControl isIdle={isModelIdle} />
      <VoiceControl agent={agent} />
      <LanguageControl agent={agent} />
    </div>
  );
}
