import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { CallSlider } from './call-slider.tsx';
import styles from './settings-form.module.css';
import { TelephoneOptions } from './telephone-options.tsx';
import { UnsavedNote } from './unsaved-note.tsx';
import type { CallForm } from './use-call-form.ts';
import { VoicemailOptions } from './voicemail-options.tsx';

/** How calls begin, wait and end. */
export function CallSettingsForm({ form }: { form: CallForm }) {
  const t = useTexts(voiceSettingsTexts);
  const { values } = form;
  return (
    <div className={styles['body']}>
      <VoicemailOptions form={form} />
      <CallSlider
        form={form}
        field="endCallAfterSilenceMs"
        label={t('silence')}
        unit="s"
        hint={t('silenceHint')}
      />
      <CallSlider
        form={form}
        field="maxCallDurationMs"
        label={t('maxDuration')}
        unit="min"
        hint={values.maxCallDurationMs === 0 ? t('maxDurationZero') : undefined}
      />
      <CallSlider form={form} field="beginMessageDelayMs" label={t('pause')} unit="s" />
      <CallSlider
        form={form}
        field="ringDurationMs"
        label={t('ring')}
        unit="s"
        hint={[values.ringDurationMs === 0 ? t('ringZero') : '', t('ringLines')].join(' ').trim()}
      />
      <CallSlider
        form={form}
        field="interruptionSensitivity"
        label={t('interruptionSensitivity')}
        unit=""
        lowWord={t('holds')}
        highWord={t('yields')}
      />
      <TelephoneOptions form={form} />
      <div className={styles['foot']}>
        <UnsavedNote count={form.unsavedCount} />
        <Button size="small" isBusy={form.isSaving} onClick={() => void form.save()}>
          {t('save')}
        </Button>
      </div>
    </div>
  );
}
