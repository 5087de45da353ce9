import { backgroundSounds } from '@tendril/contract/voice/background-sounds';
import { useId } from 'react';
import { SelectField } from '../../kit/params/select-field.tsx';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { RadioSegments } from './radio-segments.tsx';
import styles from './speech-panel.module.css';
import type { SpeechForm } from './use-speech-form.ts';
import { WholeNumberBox } from './whole-number-box.tsx';

const msPerSecond = 1000;
const mostSeconds = 3600;
const mostTimes = 100;
const noSound = 'none';

/** Transcription mode, reminder and background sound. */
export function SpeechChoices({ form }: { form: SpeechForm }) {
  const t = useTexts(voiceSettingsTexts);
  const { values, edit } = form;
  const ids = { mode: useId(), reminder: useId(), sound: useId() };
  const seconds = values.reminderTriggerMs / msPerSecond;
  return (
    <div className={styles['choices']}>
      <div>
        <span id={ids.mode}>{t('sttMode')}</span>
        <RadioSegments
          label={t('sttMode')}
          options={[
            { value: 'fast', label: t('fast') },
            { value: 'accurate', label: t('accurate') },
          ]}
          value={values.sttMode}
          onChange={(sttMode) => edit({ sttMode })}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a flex row everywhere */}
      <div role="group" aria-labelledby={ids.reminder}>
        <span id={ids.reminder}>{t('reminder')}</span>
        <div className={styles['reminder']}>
          <WholeNumberBox
            label={t('reminderSeconds')}
            value={seconds}
            unit={t('secondsShort')}
            max={mostSeconds}
            onChange={(value) => edit({ reminderTriggerMs: value * msPerSecond })}
          />
          <WholeNumberBox
            label={t('reminderTimes')}
            value={values.reminderMaxCount}
            unit={t('times', { count: values.reminderMaxCount })}
            max={mostTimes}
            onChange={(reminderMaxCount) => edit({ reminderMaxCount })}
          />
        </div>
        <ReminderNote seconds={seconds} times={values.reminderMaxCount} />
      </div>
      <div>
        <label htmlFor={ids.sound}>{t('ambientSound')}</label>
        <SelectField
          id={ids.sound}
          value={values.ambientSound ?? noSound}
          options={backgroundSounds.map(({ id, label }) => ({ name: id ?? noSound, label }))}
          emptyLabel=""
          canBeEmpty={false}
          onChange={(name) =>
            edit({ ambientSound: backgroundSounds.find(({ id }) => id === name)?.id ?? null })
          }
        />
      </div>
    </div>
  );
}

/** What a zero means. */
function ReminderNote({ seconds, times }: { seconds: number; times: number }) {
  const t = useTexts(voiceSettingsTexts);
  if (times === 0) return <small>{t('noReminder')}</small>;
  return seconds === 0 ? <small>{t('zeroSeconds')}</small> : null;
}
