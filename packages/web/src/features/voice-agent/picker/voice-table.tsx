import type { Voice } from '@tendril/contract/voice/voice';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { voicePickerTexts } from '../../../kit/texts/en/voice-picker.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { RunningPreview } from './use-voice-preview.ts';
import styles from './voice-picker.module.css';
import { VoiceRow } from './voice-row.tsx';

interface VoiceTableProps {
  voices: readonly Voice[];
  chosenId: string | undefined;
  /** Scrolled into view. */
  shownId: string | undefined;
  isRefused: (voice: Voice) => boolean;
  running: RunningPreview | null;
  onPreview: (voice: Voice) => void;
  onChoose: (voice: Voice) => void;
  onRemove: (voice: Voice) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The voices, one in a row; arrow keys go from row to row. */
export function VoiceTable({ voices, chosenId, shownId, running, isRefused, ...acts }: VoiceTableProps) {
  const t = useTexts(voicePickerTexts);
  const body = useRef<HTMLTableSectionElement>(null);

  useEffect(() => {
    const row = rowsOf(body.current).find(({ dataset }) => dataset['voice'] === shownId);
    row?.scrollIntoView?.({ block: 'nearest' });
  }, [shownId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const rows = rowsOf(body.current);
    const from = rows.findIndex((row) => row.contains(event.target as Node));
    const wanted = step !== undefined && from >= 0 ? rows[from + step] : undefined;
    if (!wanted) return;
    event.preventDefault();
    wanted.querySelector<HTMLElement>('button[data-choose]')?.focus();
  };
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{t('voice')}</th>
          <th scope="col">{t('traits')}</th>
          <th scope="col">{t('voiceId')}</th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {voices.map((voice) => (
          <VoiceRow
            key={voice.voice_id}
            voice={voice}
            isChosen={voice.voice_id === chosenId}
            isRefused={isRefused(voice)}
            running={running?.voiceId === voice.voice_id ? running : null}
            onPreview={() => acts.onPreview(voice)}
            onChoose={() => acts.onChoose(voice)}
            onRemove={() => acts.onRemove(voice)}
          />
        ))}
      </tbody>
    </table>
  );
}

function rowsOf(body: HTMLElement | null): HTMLElement[] {
  return [...(body?.querySelectorAll<HTMLElement>('tr') ?? [])];
}
