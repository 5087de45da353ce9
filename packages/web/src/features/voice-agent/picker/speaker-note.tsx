import type { SynthesizerState } from '@tendril/contract/api/voices';
import { allVoiceProviders, type VoiceProviderId } from '@tendril/contract/voice/voice';
import { voicePickerTexts } from '../../../kit/texts/en/voice-picker.ts';
import { useTexts } from '../../../kit/texts/texts.ts';

export function providerLabel(provider: VoiceProviderId): string {
  return allVoiceProviders.find(({ id }) => id === provider)?.label ?? provider;
}

/** A line that says which engine currently speaks a provider's voices. */
export function SpeakerNote({ synthesizer }: { synthesizer: SynthesizerState | undefined }) {
  const t = useTexts(voicePickerTexts);
  if (!synthesizer) return null;
  const { by, label, missing, provider } = synthesizer;
  if (by === 'vendor') return <span>{t('byVendor', { label })}</span>;
  if (by === 'local') return <span>{t('byLocal', { provider: providerLabel(provider) })}</span>;
  return <span>{missing}</span>;
}
