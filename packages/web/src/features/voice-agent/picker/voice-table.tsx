import type { Voice } from '@tendril/contract/voice/voice';
import { useEffect, useMemo, useRef } from 'react';
import { voicePickerTexts } from '../../../kit/texts/en/voice-picker.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { gridRows } from '../../../kit/ui/grid-keys.ts';
import { useGridStop } from '../../../kit/ui/use-grid-stop.ts';
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

/** The voices, one in a row; a single stop of Tab, in which arrow keys lead from button to button. */
export function VoiceTable({ voices, chosenId, shownId, running, isRefused, ...acts }: VoiceTableProps) {
  const t = useTexts(voicePickerTexts);
  const grid = useRef<HTMLTableElement>(null);
  const rows = useMemo(() => voices.map(({ voice_id: id }) => id), [voices]);
  const { stop, keys } = useGridStop(grid, { rows, first: chosenId });

  useEffect(() => {
    const row = grid.current && gridRows(grid.current).find(({ dataset }) => dataset['row'] === shownId);
    row?.closest('tr')?.scrollIntoView?.({ block: 'nearest' });
  }, [shownId]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with the keys of a grid is what ARIA has for it
    <table ref={grid} role="grid" className={styles['table']} aria-label={t('voices')} {...keys}>
      <thead>
        <tr>
          <th scope="col">{t('voice')}</th>
          <th scope="col">{t('traits')}</th>
          <th scope="col">{t('voiceId')}</th>
        </tr>
      </thead>
      <tbody>
        {voices.map((voice) => (
          <VoiceRow
            key={voice.voice_id}
            voice={voice}
            isChosen={voice.voice_id === chosenId}
            isRefused={isRefused(voice)}
            running={running?.voiceId === voice.voice_id ? running : null}
            stop={stop.row === voice.voice_id ? (stop.column ?? 'row') : undefined}
            onPreview={() => acts.onPreview(voice)}
            onChoose={() => acts.onChoose(voice)}
            onRemove={() => acts.onRemove(voice)}
          />
        ))}
      </tbody>
    </table>
  );
}
