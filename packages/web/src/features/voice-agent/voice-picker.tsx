import MuiDialog from '@mui/material/Dialog';
import type { Voice } from '@tendril/contract/voice/voice';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { voicePickerTexts } from '../../kit/texts/en/voice-picker.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { CustomVoiceDialog } from './custom-voice-dialog.tsx';
import { useRemoveVoice } from './picker/custom-voices.queries.ts';
import { ProviderTabs } from './picker/provider-tabs.tsx';
import { providerLabel, SpeakerNote } from './picker/speaker-note.tsx';
import { useVoiceList, type VoiceList } from './picker/use-voice-list.ts';
import { useVoicePreview } from './picker/use-voice-preview.ts';
import { VoiceFilters } from './picker/voice-filters.tsx';
import { VoiceList as Voices } from './picker/voice-list.tsx';
import styles from './picker/voice-picker.module.css';

export interface VoicePickerProps {
  /** `fallback` adds a voice of another provider to the agent's fallbacks. */
  mode: 'voice' | 'fallback';
  /** Highlighted at first. */
  chosenId?: string;
  /** In fallback mode, voices of this provider are refused. */
  ownProvider?: Voice['provider'];
  onChoose: (voice: Voice) => void;
  onClose: () => void;
}

/** The dialog "Select Voice"; mounted while it is open. */
export function VoicePicker({ mode, chosenId, ownProvider, onChoose, onClose }: VoicePickerProps) {
  const t = useTexts(voicePickerTexts);
  const titleId = useId();
  const refusedProvider = mode === 'fallback' ? ownProvider : undefined;
  const list = useVoiceList({ chosenId, ownProvider: refusedProvider });
  const preview = useVoicePreview();
  const remove = useRemoval();
  const [isAdding, setAdding] = useState(false);
  const [isRefusal, setRefusal] = useState(false);
  const isRefused = ({ provider }: Voice) => provider === refusedProvider;

  const close = () => {
    preview.stop();
    onClose();
  };
  const choose = (voice: Voice) => {
    if (isRefused(voice)) return setRefusal(true);
    preview.stop();
    onChoose(voice);
    onClose();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a preview is a greeting that says the name of its voice */}
      <audio ref={preview.audio} hidden />
      <MuiDialog
        open
        onClose={close}
        aria-labelledby={titleId}
        slotProps={{ paper: { className: styles['paper'] ?? '' } }}
      >
        <header className={styles['head']}>
          <h2 id={titleId}>{t('title')}</h2>
          <CloseButton onClose={close} />
        </header>
        <ProviderTabs
          voices={list.voices}
          provider={list.provider}
          onProvider={(provider) => {
            preview.stop();
            setRefusal(false);
            list.changeProvider(provider);
          }}
        />
        <VoiceFilters filter={list.filter} onFilter={list.setFilter} onAdd={() => setAdding(true)} />
        {isRefusal && refusedProvider && (
          <p className={styles['refusal']} role="status">
            {t('refusedProvider', { provider: providerLabel(refusedProvider) })}
          </p>
        )}
        <Voices list={list} preview={preview} isRefused={isRefused} onChoose={choose} onRemove={remove} />
        <Foot list={list} hint={t(mode === 'fallback' ? 'fallbackHint' : 'savesHint')} />
      </MuiDialog>
      {isAdding && (
        <CustomVoiceDialog
          provider={list.provider}
          onAdded={(voice) => {
            setAdding(false);
            list.reveal(voice);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const t = useTexts(uiTexts);
  return (
    <IconButton label={t('close')} onClick={onClose}>
      <X size={20} />
    </IconButton>
  );
}

function Foot({ list, hint }: { list: VoiceList; hint: string }) {
  const t = useTexts(voicePickerTexts);
  const { fitting, total, synthesizer, voices } = list;
  const isPart = fitting.length < total;
  return (
    <footer className={styles['foot']}>
      <span aria-live="polite">
        {voices && (isPart ? t('countOf', { count: fitting.length, total }) : t('count', { count: total }))}
      </span>
      <span className={styles['speaker']}>
        <SpeakerNote synthesizer={synthesizer} />
      </span>
      <span>{hint}</span>
    </footer>
  );
}

/** Deletes a voice of the workspace once the person is sure. */
function useRemoval(): (voice: Voice) => Promise<void> {
  const t = useTexts(voicePickerTexts);
  const { mutate } = useRemoveVoice();
  return async ({ voice_id: id, voice_name: name }) => {
    const isSure = await confirm({
      title: t('removeTitle', { name }),
      description: t('removeText'),
      confirmText: t('removeButton'),
      isDanger: true,
    });
    if (!isSure) return;
    mutate(id, { onSuccess: () => notify(t('removed', { name })), onError: notifyError });
  };
}
