import type { Voice } from '@tendril/contract/voice/voice';
import { Check, Pause, Play, Trash2 } from 'lucide-react';
import { addressOf } from '../../../kit/api/address.ts';
import { voicePickerTexts } from '../../../kit/texts/en/voice-picker.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { PreviewWave } from './preview-wave.tsx';
import type { RunningPreview } from './use-voice-preview.ts';
import styles from './voice-picker.module.css';

interface VoiceRowProps {
  voice: Voice;
  isChosen: boolean;
  /** In fallback mode, of the agent's own provider. */
  isRefused: boolean;
  /** While its preview plays. */
  running: RunningPreview | null;
  /** Which of its buttons Tab reaches, if one. */
  stop: string | undefined;
  onPreview: () => void;
  onChoose: () => void;
  onRemove: () => void;
}

/** One voice: preview, name, traits and id; a click anywhere else chooses it. */
export function VoiceRow({
  voice,
  isChosen,
  isRefused,
  running,
  stop,
  onPreview,
  onChoose,
  onRemove,
}: VoiceRowProps) {
  const t = useTexts(voicePickerTexts);
  const { voice_id: id, voice_name: name, accent, gender, age } = voice;
  const isCustom = voice.voice_type === 'custom';
  const reach = (button: string) => (stop === button ? 0 : -1);
  return (
    <tr
      data-chosen={isChosen || undefined}
      data-refused={isRefused || undefined}
      aria-current={isChosen || undefined}
      onClick={(event) => !isOnOtherButton(event.target) && onChoose()}
    >
      <td>
        <span className={styles['who']}>
          <PreviewButton
            voice={voice}
            isPlaying={running !== null}
            tabIndex={reach('preview')}
            onPreview={onPreview}
          />
          <img src={addressOf(voice.avatar_url)} alt="" width={32} height={32} loading="lazy" />
          <button
            type="button"
            data-row={id}
            tabIndex={reach('row')}
            className={styles['name']}
            aria-label={t('choose', { name })}
            aria-disabled={isRefused}
          >
            {name}
          </button>
          {isChosen && (
            <span className={styles['chosen']}>
              <Check size={16} aria-hidden />
              {t('current')}
            </span>
          )}
          {!isChosen && isCustom && !running && <span className={styles['own']}>{t('ownVoice')}</span>}
          {running && <PreviewWave at={running.at} length={running.length} />}
          {voice.preview_audio_url === '' && !isChosen && (
            <span className={styles['silent']}>{t('noPreview')}</span>
          )}
        </span>
      </td>
      <td>
        <span className={styles['traits']}>
          {[accent, gender, age].map((trait) => trait && <span key={trait}>{trait}</span>)}
        </span>
      </td>
      <td>
        <span className={styles['id']}>
          <code>{id}</code>
          {isCustom && (
            <IconButton
              label={t('remove', { name })}
              size="small"
              data-column="remove"
              tabIndex={reach('remove')}
              onClick={onRemove}
            >
              <Trash2 size={16} />
            </IconButton>
          )}
          <CopyButton text={id} label={t('copyId', { name })} data-column="copy" tabIndex={reach('copy')} />
        </span>
      </td>
    </tr>
  );
}

interface PreviewButtonProps {
  voice: Voice;
  isPlaying: boolean;
  tabIndex: 0 | -1;
  onPreview: () => void;
}

function PreviewButton({ voice, isPlaying, tabIndex, onPreview }: PreviewButtonProps) {
  const t = useTexts(voicePickerTexts);
  const name = voice.voice_name;
  const isSilent = voice.preview_audio_url === '';
  return (
    <button
      type="button"
      data-column="preview"
      tabIndex={tabIndex}
      className={styles['preview']}
      data-playing={isPlaying || undefined}
      disabled={isSilent}
      aria-label={
        isSilent ? t('noPreviewOf', { name }) : isPlaying ? t('pause', { name }) : t('play', { name })
      }
      onClick={onPreview}
    >
      {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
    </button>
  );
}

/** Preview, copy and delete do their own work: only they leave the row unchosen. */
function isOnOtherButton(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button:not([data-row])') !== null;
}
