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
      <p className={styles['note']}>{t('voicemailLines')}</p>
      {isOn && (
        <div className={styles['options']}>
          <MachineAnswer form={form} />
          <CallSlider form={form} field="voicemailDetectionTimeoutMs" label={t('detection')} unit="s" />
        </div>
      )}
    </>
  );
}

/** A message is said as it is written, or made up; either way one is left. */
function MachineAnswer({ form }: { form: CallForm }) {
  const t = useTexts(voiceSettingsTexts);
  const option = form.values.voicemailOption;
  const isLeft = option.action !== 'hangup';
  const choose = (action: typeof option.action) => form.edit({ voicemailOption: { ...option, action } });
  return (
    <>
      <div className={styles['machine']}>
        <span>{t('whenMachine')}</span>
        <RadioSegments
          label={t('whenMachine')}
          hasCheck
          options={[
            { value: 'hangup', label: t('hangUp') },
            { value: 'leave', label: t('leaveMessage') },
          ]}
          value={isLeft ? 'leave' : 'hangup'}
          onChange={(way) => choose(way === 'hangup' ? 'hangup' : 'static_text')}
        />
      </div>
      {isLeft && (
        <>
          <div className={styles['machine']}>
            <span>{t('messageKind')}</span>
            <RadioSegments
              label={t('messageKind')}
              hasCheck
              options={[
                { value: 'static_text', label: t('messageWritten') },
                { value: 'prompt', label: t('messagePrompted') },
              ]}
              value={option.action}
              onChange={choose}
            />
          </div>
          <MessageText form={form} isPrompt={option.action === 'prompt'} />
        </>
      )}
    </>
  );
}

function MessageText({ form, isPrompt }: { form: CallForm; isPrompt: boolean }) {
  const t = useTexts(voiceSettingsTexts);
  const noteId = useId();
  const option = form.values.voicemailOption;
  const emptyNote = t(isPrompt ? 'promptEmpty' : 'messageEmpty');
  return (
    <div className={styles['message']}>
      <textarea
        rows={2}
        aria-label={t(isPrompt ? 'messagePrompt' : 'message')}
        aria-describedby={noteId}
        maxLength={mostLetters}
        placeholder={t(isPrompt ? 'messagePromptPlaceholder' : 'messagePlaceholder', {
          caller: '{{caller_name}}',
          clinic: '{{clinic_name}}',
          phone: '{{clinic_phone}}',
        })}
        value={option.text}
        onChange={(event) => form.edit({ voicemailOption: { ...option, text: event.target.value } })}
      />
      <small id={noteId}>
        {[option.text.trim() === '' ? emptyNote : '', isPrompt ? t('messagePromptHint') : '']
          .join(' ')
          .trim()}
      </small>
    </div>
  );
}
