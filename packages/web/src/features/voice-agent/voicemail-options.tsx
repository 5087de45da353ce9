import { useId } from 'react';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Switch } from '../../kit/ui/switch.tsx';
import styles from './call-settings-form.module.css';
import { CallSlider } from './call-slider.tsx';
import { RadioSegments } from './radio-segments.tsx';
import type { CallForm } from './use-call-form.ts';

const mostLetters = 2000;

/** The switch of voicemail detection; while it is on, what to do with a machine. */
export function VoicemailOptions({ form }: { form: CallForm }) {
  const t = useTexts(voiceSettingsTexts);
  const isOn = form.values.enableVoicemailDetection;
  const stored = form.saved.enableVoicemailDetection;
  return (
    <>
      <div className={styles['switch']}>
        <span>{t('voicemail')}</span>
        {stored === false && <small>{t('agentValueOff')}</small>}
        {stored === undefined && form.isLoaded && <small>{t('agentValueUnset')}</small>}
        <Switch
          label={t('voicemail')}
          isOn={isOn}
          onChange={(enableVoicemailDetection) => form.edit({ enableVoicemailDetection })}
        />
      </div>
      <p className={styles['note']}>{t('voicemailPhoneOnly')}</p>
      {isOn && (
        <div className={styles['options']}>
          <MachineAnswer form={form} />
          <CallSlider form={form} field="voicemailDetectionTimeoutMs" label={t('detection')} unit="s" />
        </div>
      )}
    </>
  );
}

function MachineAnswer({ form }: { form: CallForm }) {
  const t = useTexts(voiceSettingsTexts);
  const noteId = useId();
  const option = form.values.voicemailOption;
  return (
    <>
      <div className={styles['machine']}>
        <span>{t('whenMachine')}</span>
        <RadioSegments
          label={t('whenMachine')}
          hasCheck
          options={[
            { value: 'hangup', label: t('hangUp') },
            { value: 'static_text', label: t('leaveMessage') },
          ]}
          value={option.action}
          onChange={(action) => form.edit({ voicemailOption: { ...option, action } })}
        />
      </div>
      {option.action === 'static_text' && (
        <div className={styles['message']}>
          <textarea
            rows={2}
            aria-label={t('message')}
            aria-describedby={noteId}
            maxLength={mostLetters}
            placeholder={t('messagePlaceholder', {
              caller: '{{caller_name}}',
              clinic: '{{clinic_name}}',
              phone: '{{clinic_phone}}',
            })}
            value={option.text}
            onChange={(event) => form.edit({ voicemailOption: { ...option, text: event.target.value } })}
          />
          <small id={noteId}>{option.text.trim() === '' ? t('messageEmpty') : ''}</small>
        </div>
      )}
    </>
  );
}
