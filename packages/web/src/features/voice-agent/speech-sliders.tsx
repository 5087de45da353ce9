import { speechRanges } from '@tendril/contract/voice/speech-ranges';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SliderRow } from './slider-row.tsx';
import type { SpeechForm } from './use-speech-form.ts';

/** The four sliders of the speech settings. */
export function SpeechSliders({ form }: { form: SpeechForm }) {
  const t = useTexts(voiceSettingsTexts);
  const row = (key: keyof typeof speechRanges) => ({
    label: t(key),
    range: speechRanges[key],
    value: form.values[key],
    savedValue: form.saved[key],
    unit: '' as const,
    onChange: (value: number) => form.edit({ [key]: value }),
  });
  return (
    <div>
      <SliderRow {...row('voiceSpeed')} />
      <SliderRow {...row('volume')} />
      <SliderRow {...row('responsiveness')} lowWord={t('waits')} highWord={t('eager')} />
      <SliderRow {...row('interruptionSensitivity')} lowWord={t('holds')} highWord={t('yields')} />
    </div>
  );
}
