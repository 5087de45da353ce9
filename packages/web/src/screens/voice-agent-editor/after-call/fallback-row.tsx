import { allVoiceProviders, type Voice } from '@tendril/contract/voice/voice';
import { ArrowDown, ArrowUp, Trash2, TriangleAlert } from 'lucide-react';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import styles from './after-call.module.css';

interface FallbackRowProps {
  id: string;
  /** Absent when no list knows it. */
  voice: Voice | undefined;
  isListLoaded: boolean;
  /** It would fail together with the agent's own. */
  isOfSameProvider: boolean;
  place: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One voice that may take over: its turn, its name, and its id. */
export function FallbackRow(props: FallbackRowProps) {
  const { id, voice, isListLoaded, isOfSameProvider, place, count, onMove, onRemove } = props;
  const t = useTexts(voiceAfterCallTexts);
  const name = voice?.voice_name ?? id;
  const provider = allVoiceProviders.find((one) => one.id === voice?.provider)?.label;
  const warning = isOfSameProvider ? t('sameProvider') : !voice && isListLoaded ? t('unknownVoice') : '';
  return (
    <li className={styles['item']}>
      <div className={styles['row']}>
        <span className={styles['turn']} aria-hidden>
          {place + 1}
        </span>
        <div className={styles['about']}>
          <div className={styles['line']}>
            <strong>{name}</strong>
            {provider && <span className={styles['aside']}>{provider}</span>}
            {warning && (
              <span className={styles['incomplete']}>
                <TriangleAlert size={12} aria-hidden />
                {warning}
              </span>
            )}
          </div>
          {voice && <small className={styles['mono']}>{id}</small>}
        </div>
        <IconButton
          label={t('moveUp', { name })}
          size="small"
          disabled={place === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={16} />
        </IconButton>
        <IconButton
          label={t('moveDown', { name })}
          size="small"
          disabled={place === count - 1}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={16} />
        </IconButton>
        <IconButton label={t('remove', { name })} size="small" onClick={onRemove}>
          <Trash2 size={16} />
        </IconButton>
      </div>
    </li>
  );
}
