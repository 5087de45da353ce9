import type { Voice, VoiceProviderId } from '@tendril/contract/voice/voice';

/** The voice filters; empty means any. */
export interface VoiceFilter {
  search: string;
  gender: Voice['gender'] | '';
  accent: Voice['accent'] | '';
  type: 'retell' | 'preset' | 'custom' | '';
}

export const anyVoice: VoiceFilter = { search: '', gender: '', accent: '', type: '' };

/**
 * The voices of a provider that have all of it; those without a type are found only among all. The workspace's own come
 * first.
 */
export function fittingVoices(
  voices: readonly Voice[],
  provider: VoiceProviderId,
  { search, gender, accent, type }: VoiceFilter,
): Voice[] {
  const words = search.trim().toLocaleLowerCase();
  const fitting = voices.filter(
    (voice) =>
      voice.provider === provider &&
      (gender === '' || voice.gender === gender) &&
      (accent === '' || voice.accent === accent) &&
      (type === '' || typeOf(voice) === type) &&
      voice.voice_name.toLocaleLowerCase().includes(words),
  );
  const isOwn = (voice: Voice) => voice.voice_type === 'custom';
  return [...fitting.filter(isOwn), ...fitting.filter((voice) => !isOwn(voice))];
}

function typeOf({ voice_type, standard_voice_type }: Voice): VoiceFilter['type'] {
  return voice_type === 'custom' ? 'custom' : (standard_voice_type ?? '');
}
