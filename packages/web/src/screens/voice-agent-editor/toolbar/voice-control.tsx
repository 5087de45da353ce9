import { voiceNameOf } from '@tendril/contract/voice/voice';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { AudioLines, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { LazyVoicePicker } from '../../../features/voice-agent/lazy-voice-picker.tsx';
import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import styles from './toolbar.module.css';
import { useVoiceChoice } from './use-voice-choice.ts';

const VoiceDialog = lazy(() =>
  import('./voice-dialog.tsx').then((module) => ({ default: module.VoiceDialog })),
);

/** The chip with the voice's name, which opens the picker, and the voice settings. */
export function VoiceControl({ agent }: { agent: VoiceAgent }) {
  const t = useTexts(voiceEditorTexts);
  const [open, setOpen] = useState<'picker' | 'settings' | null>(null);
  const choice = useVoiceChoice(agent);
  const name = voiceNameOf(choice.voiceId);
  const close = () => setOpen(null);
  return (
    <div className={styles['joined']}>
      <button
        type="button"
        className={styles['voice']}
        aria-haspopup="dialog"
        title={t('chooseVoice', { name: name || t('noVoice') })}
        onClick={() => setOpen('picker')}
      >
        <i aria-hidden="true">
          <AudioLines size={16} />
        </i>
        <span className="visually-hidden">{t('voice')}: </span>
        <span data-voice-name>{name || t('noVoice')}</span>
      </button>
      <IconButton label={t('voiceSettings')} aria-haspopup="dialog" onClick={() => setOpen('settings')}>
        <SlidersHorizontal size={18} />
      </IconButton>
      {open === 'picker' && (
        <LazyVoicePicker
          mode="voice"
          chosenId={choice.voiceId}
          onChoose={(voice) => {
            close();
            choice.choose(voice.voice_id);
          }}
          onClose={close}
        />
      )}
      <Suspense>{open === 'settings' && <VoiceDialog agent={agent} onClose={close} />}</Suspense>
    </div>
  );
}
