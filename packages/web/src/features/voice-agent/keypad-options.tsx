import { keypadRanges, type SliderRange } from '@tendril/contract/voice/speech-ranges';
import type { VoiceAgentSettings } from '@tendril/contract/voice/voice-agent';
import { useId } from 'react';
import { SelectField } from '../../kit/params/select-field.tsx';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { fromMs, toMs } from './call-values.ts';
import { SliderRow } from './slider-row.tsx';
import styles from './telephone-options.module.css';

type KeypadValues = VoiceAgentSettings['userDtmfOptions'];

interface KeypadOptionsProps {
  value: KeypadValues;
  saved: KeypadValues | undefined;
  onChange: (value: KeypadValues) => void;
}

const keys = ['#', '*', ...'0123456789'];

/** When keys of the caller are a whole entry. A default is stored as null, so that it stays the engine's own. */
export function KeypadOptions({ value, saved, onChange }: KeypadOptionsProps) {
  const t = useTexts(voiceSettingsTexts);
  const keyId = useId();
  const ms: SliderRange = keypadRanges.timeoutMs;
  const seconds = (stored: number | null | undefined) =>
    stored === null || stored === undefined ? undefined : fromMs(stored, ms);
  return (
    <div className={styles['keypad']}>
      <SliderRow
        label={t('digitLimit')}
        range={keypadRanges.digitLimit}
        value={value.digitLimit ?? undefined}
        savedValue={saved?.digitLimit ?? undefined}
        unit=""
        hint={t('digitLimitHint')}
        onChange={(limit) =>
          onChange({ ...value, digitLimit: limit === keypadRanges.digitLimit.default ? null : limit })
        }
      />
      <SliderRow
        label={t('keypadTimeout')}
        range={ms}
        value={seconds(value.timeoutMs)}
        savedValue={seconds(saved?.timeoutMs)}
        unit="s"
        hint={t('keypadTimeoutHint')}
        onChange={(shown) => onChange({ ...value, timeoutMs: shown === ms.default ? null : toMs(shown, ms) })}
      />
      <div className={styles['key']}>
        <label htmlFor={keyId}>{t('terminationKey')}</label>
        <SelectField
          id={keyId}
          value={value.terminationKey}
          options={keys.map((key) => ({ name: key, label: key }))}
          emptyLabel={t('noKey')}
          canBeEmpty
          onChange={(terminationKey) => onChange({ ...value, terminationKey })}
        />
        <small>{t('terminationKeyHint')}</small>
      </div>
    </div>
  );
}
