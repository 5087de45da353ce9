import type { Voice } from '@tendril/contract/voice/voice';
import { Pause, Play } from 'lucide-react';
import type { VoicePreview } from '../../features/voice-agent/picker/use-voice-preview.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './agent-table.module.css';

interface VoiceCellProps {
  voice: Voice | undefined;
  name: string;
  /** Only one voice is heard at a time. */
  preview: VoicePreview;
}

/** The voice of an agent, to be heard by a press. */
export function VoiceCell({ voice, name, preview }: VoiceCellProps) {
  const t = useTexts(voiceAgentsTexts);
  const canPlay = voice !== undefined && voice.preview_audio_url !== '';
  const isPlaying = canPlay && preview.running?.voiceId === voice.voice_id;
  const label = t(canPlay ? (isPlaying ? 'stop' : 'play') : 'noPreview', { name });
  return (
    <span className={styles['voice']}>
      <button
        type="button"
        className={styles['play']}
        aria-label={label}
        title={label}
        aria-pressed={isPlaying}
        disabled={!canPlay}
        onClick={() => voice && preview.toggle(voice)}
      >
        {isPlaying ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
      </button>
      {name}
    </span>
  );
}
