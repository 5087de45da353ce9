import { useId } from 'react';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { AmbientVolume } from './ambient-volume.tsx';
import styles from './settings-form.module.css';
import { SpeechChoices } from './speech-choices.tsx';
import { SpeechSliders } from './speech-sliders.tsx';
import { UnsavedNote } from './unsaved-note.tsx';
import { useSpeechForm } from './use-speech-form.ts';

interface SpeechPanelProps {
  agentId: string;
  /** Renders its own heading with the save button; otherwise the save button is at the bottom. */
  hasHead?: boolean;
}

/** The speech settings of an agent, the same in its detail and in the editor. */
export function SpeechPanel({ agentId, hasHead = false }: SpeechPanelProps) {
  const t = useTexts(voiceSettingsTexts);
  const headingId = useId();
  const form = useSpeechForm(agentId);
  const save = (
    <>
      <UnsavedNote count={form.unsavedCount} />
      <Button size="small" isBusy={form.isSaving} onClick={() => void form.save()}>
        {t('save')}
      </Button>
    </>
  );
  if (!hasHead)
    return (
      <>
        <SpeechSliders form={form} />
        <SpeechChoices form={form} />
        <AmbientVolume form={form} />
        <div className={styles['foot']}>{save}</div>
      </>
    );
  return (
    <section aria-labelledby={headingId}>
      <div className={styles['head']}>
        <h3 id={headingId}>{t('speechSettings')}</h3>
        {save}
      </div>
      <SpeechSliders form={form} />
      <SpeechChoices form={form} />
      <AmbientVolume form={form} />
    </section>
  );
}
