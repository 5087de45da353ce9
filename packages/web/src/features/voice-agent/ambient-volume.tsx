import { ambientVolumeRange } from '@tendril/contract/voice/speech-ranges';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SliderRow } from './slider-row.tsx';
import type { SpeechForm } from './use-speech-form.ts';

/** How loud the background sound is; nothing while there is none. */
export function AmbientVolume({ form }: { form: SpeechForm }) {
  const t = useTexts(voiceSettingsTexts);
  const { values, saved, edit } = form;
  if (values.ambientSound === null) return null;
  return (
    <SliderRow
      label={t('ambientVolume')}
      range={ambientVolumeRange}
      value={values.ambientSoundVolume}
      savedValue={saved.ambientSoundVolume}
      unit=""
      hint={t('ambientVolumeHint')}
      onChange={(ambientSoundVolume) => edit({ ambientSoundVolume })}
    />
  );
}
