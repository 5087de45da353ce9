import type { Voice } from '@tendril/contract/voice/voice';
import { AudioLines } from 'lucide-react';
import { voicePickerTexts } from '../../../kit/texts/en/voice-picker.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EmptyState } from '../../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { providerLabel } from './speaker-note.tsx';
import type { VoiceList as VoiceListState } from './use-voice-list.ts';
import type { VoicePreview } from './use-voice-preview.ts';
import { anyVoice } from './voice-filter.ts';
import styles from './voice-picker.module.css';
import { VoiceTable } from './voice-table.tsx';

interface VoiceListProps {
  list: VoiceListState;
  preview: VoicePreview;
  isRefused: (voice: Voice) => boolean;
  onChoose: (voice: Voice) => void;
  onRemove: (voice: Voice) => void;
}

/** The voices of a tab, or an empty state. */
export function VoiceList({ list, preview, isRefused, onChoose, onRemove }: VoiceListProps) {
  return (
    <div
      key={list.provider}
      id="voice-panel"
      role="tabpanel"
      aria-labelledby={`voice-tab-${list.provider}`}
      className={styles['panel']}
    >
      <Content list={list} preview={preview} isRefused={isRefused} onChoose={onChoose} onRemove={onRemove} />
    </div>
  );
}

function Content({ list, preview, isRefused, onChoose, onRemove }: VoiceListProps) {
  const t = useTexts(voicePickerTexts);
  const { query, voices, fitting } = list;
  if (query.isError && !voices)
    return (
      <div className={styles['state']}>
        <ErrorState title={t('loadFailed')} error={query.error} onRetry={() => query.refetch()} />
      </div>
    );
  if (!voices)
    return (
      <div className={styles['state']}>
        <SkeletonList count={8} />
      </div>
    );
  if (fitting.length === 0) return <NoVoice list={list} />;
  return (
    <VoiceTable
      voices={fitting}
      chosenId={list.highlighted}
      shownId={list.shownId}
      running={preview.running}
      isRefused={isRefused}
      onPreview={preview.toggle}
      onChoose={onChoose}
      onRemove={onRemove}
    />
  );
}

function NoVoice({ list }: { list: VoiceListState }) {
  const t = useTexts(voicePickerTexts);
  const provider = providerLabel(list.provider);
  const isCustomOnly = JSON.stringify(list.filter) === JSON.stringify({ ...anyVoice, type: 'custom' });
  return (
    <div className={styles['state']}>
      <EmptyState
        Icon={AudioLines}
        title={t('noneTitle')}
        text={t(isCustomOnly ? 'noCustomText' : 'noneText', { provider })}
        action={<Button onClick={() => list.setFilter(anyVoice)}>{t('clear')}</Button>}
      />
    </div>
  );
}
