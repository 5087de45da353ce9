import { allVoiceProviders, type Voice } from './voice.ts';
import { avatarPath, previewPath } from './voices.data.ts';

type Row = readonly [name: string, accent: Voice['accent'], gender: Voice['gender']];

const rows: Readonly<Partial<Record<Voice['provider'], readonly Row[]>>> = {
  cartesia: [
    ['Katie', 'American', 'female'],
    ['Kiefer', 'American', 'male'],
  ],
  azure: [
    ['Aria', 'American', 'female'],
    ['Conrad', 'German', 'male'],
    ['Dalia', 'Mexican', 'female'],
    ['Denise', 'French', 'female'],
    ['Elvira', 'Spanish', 'female'],
    ['Guy', 'American', 'male'],
    ['Henri', 'French', 'male'],
    ['Jenny', 'American', 'female'],
    ['Jorge', 'Mexican', 'male'],
    ['Katja', 'German', 'female'],
    ['Natasha', 'Australian', 'female'],
    ['Neerja', 'Indian', 'female'],
    ['Prabhat', 'Indian', 'male'],
    ['Ryan', 'British', 'male'],
    ['Sonia', 'British', 'female'],
    ['William', 'Australian', 'male'],
  ],
  google: [
    ['Aoede', 'American', 'female'],
    ['Charon', 'American', 'male'],
    ['Fenrir', 'American', 'male'],
    ['Kore', 'American', 'female'],
    ['Leda', 'American', 'female'],
    ['Orus', 'American', 'male'],
    ['Puck', 'American', 'male'],
    ['Zephyr', 'American', 'female'],
  ],
};

/** Voices of the providers beside those of the catalogue: listed where the workspace has a key of theirs. */
export const furtherVoices: readonly Voice[] = allVoiceProviders.flatMap(({ id: provider, prefix }) =>
  (rows[provider] ?? []).map(([name, accent, gender]): Voice => {
    const voiceId = `${prefix}${name}`;
    return {
      voice_id: voiceId,
      voice_type: 'standard',
      voice_name: name,
      provider,
      accent,
      gender,
      avatar_url: avatarPath(voiceId),
      preview_audio_url: previewPath(voiceId),
    };
  }),
);
