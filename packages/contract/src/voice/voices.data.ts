import { hubPrefix } from '../api/hub.ts';
import { type Voice, voiceProviders } from './voice.ts';

type Row = readonly [
  name: string,
  accent: Voice['accent'],
  gender: Voice['gender'],
  age: Voice['age'] | null,
  type: Voice['standard_voice_type'] | null,
  note?: 'no preview',
];

const [Y, M, O] = ['Young', 'Middle Aged', 'Old'] as const;

const elevenlabs: readonly Row[] = [
  ['Adrian', 'American', 'male', Y, 'retell'],
  ['Alice', 'British', 'female', M, 'preset'],
  ['Amara', 'British', 'female', Y, 'retell'],
  ['Anjali', 'Indian', 'female', M, 'retell'],
  ['Bill', 'American', 'male', O, 'preset'],
  ['Bram', 'German', 'male', M, 'retell'],
  ['Brian', 'American', 'male', M, 'preset'],
  ['Callum', 'American', 'male', M, 'preset'],
  ['Charlie', 'Australian', 'male', Y, 'preset'],
  ['Chris', 'American', 'male', M, 'preset'],
  ['Ciara', 'Irish', 'female', Y, 'retell'],
  ['Daniel', 'British', 'male', M, 'preset'],
  ['Dave', 'British', 'male', Y, 'preset'],
  ['Dominic', 'British', 'male', O, 'retell'],
  ['Dorothy', 'British', 'female', Y, 'preset'],
  ['Elodie', 'French', 'female', null, 'retell', 'no preview'],
  ['Emily', 'American', 'female', Y, 'preset'],
  ['Eric', 'American', 'male', M, 'preset'],
  ['Fernanda', 'Mexican', 'female', Y, 'retell'],
  ['Fin', 'Irish', 'male', O, 'preset'],
  ['Freya', 'American', 'female', Y, 'preset'],
  ['George', 'British', 'male', M, 'preset'],
  ['Grace', 'American', 'female', Y, null],
  ['Hayden', 'Australian', 'male', M, 'retell'],
  ['Ines', 'Spanish', 'female', M, 'retell'],
  ['James', 'Australian', 'male', O, 'preset'],
  ['Jessica', 'American', 'female', Y, 'preset'],
  ['Joseph', 'British', 'male', M, null],
  ['Laura', 'American', 'female', Y, 'preset'],
  ['Liam', 'American', 'male', Y, 'preset'],
  ['Lily', 'British', 'female', M, 'preset'],
  ['Lorenz', 'German', 'male', O, 'retell', 'no preview'],
  ['Mateo', 'Mexican', 'male', M, 'retell'],
  ['Matilda', 'American', 'female', M, 'preset'],
  ['Nicole', 'American', 'female', Y, null],
  ['Rachel', 'American', 'female', Y, 'preset'],
  ['Roger', 'American', 'male', M, 'preset'],
  ['Rohan', 'Indian', 'male', Y, 'retell'],
  ['Sarah', 'American', 'female', Y, 'preset'],
  ['Serena', 'American', 'female', M, null],
  ['Thierry', 'French', 'male', M, 'retell'],
  ['Will', 'American', 'male', Y, 'preset'],
];

const play: readonly Row[] = [
  ['Aoife', 'Irish', 'female', M, 'retell'],
  ['Benton', 'American', 'male', M, 'retell'],
  ['Catalina', 'Mexican', 'female', M, 'retell'],
  ['Clementine', 'French', 'female', Y, 'retell'],
  ['Delphine', 'French', 'female', O, null],
  ['Devika', 'Indian', 'female', Y, 'retell'],
  ['Edmund', 'British', 'male', O, 'retell'],
  ['Frieda', 'German', 'female', M, 'retell'],
  ['Gonzalo', 'Spanish', 'male', M, 'retell'],
  ['Harriet', 'British', 'female', M, 'retell'],
  ['Ignacio', 'Mexican', 'male', O, null],
  ['Jarrah', 'Australian', 'male', Y, 'retell'],
  ['Kavya', 'Indian', 'female', O, null, 'no preview'],
  ['Kieran', 'Irish', 'male', Y, 'retell'],
  ['Lennart', 'German', 'male', Y, 'retell'],
  ['Marisol', 'Spanish', 'female', Y, 'retell'],
  ['Marlon', 'American', 'male', O, 'retell'],
  ['Matthis', 'French', 'male', Y, 'retell'],
  ['Oakley', 'American', 'male', Y, 'retell'],
  ['Poppy', 'British', 'female', Y, 'retell'],
  ['Ravindra', 'Indian', 'male', M, 'retell'],
  ['Sloane', 'American', 'female', M, 'retell'],
  ['Tallulah', 'Australian', 'female', M, 'retell'],
  ['Winifred', 'American', 'female', O, 'retell'],
  ['Zara', 'British', 'female', null, null],
];

// The vendor's own names, which do not reveal the age.
const openai: readonly Row[] = [
  ['Alloy', 'American', 'male', null, 'preset'],
  ['Ash', 'American', 'male', null, 'preset'],
  ['Ballad', 'British', 'male', null, 'preset'],
  ['Cedar', 'American', 'male', null, 'preset'],
  ['Coral', 'American', 'female', null, 'preset'],
  ['Echo', 'American', 'male', null, 'preset'],
  ['Fable', 'British', 'male', null, 'preset'],
  ['Marin', 'American', 'female', null, 'preset'],
  ['Nova', 'American', 'female', Y, 'preset'],
  ['Onyx', 'American', 'male', M, 'preset'],
  ['Sage', 'American', 'female', null, 'preset'],
  ['Shimmer', 'American', 'female', Y, 'preset'],
  ['Verse', 'American', 'male', null, 'preset'],
];

// The vendor's own names, of its second generation.
const deepgram: readonly Row[] = [
  ['Agathe', 'French', 'female', M, 'preset'],
  ['Alvaro', 'Spanish', 'male', M, 'preset'],
  ['Andromeda', 'American', 'female', M, 'preset'],
  ['Apollo', 'American', 'male', M, 'preset'],
  ['Arcas', 'American', 'male', M, 'preset'],
  ['Aries', 'American', 'male', M, 'preset'],
  ['Asteria', 'American', 'female', M, 'preset'],
  ['Athena', 'American', 'female', O, 'preset'],
  ['Atlas', 'American', 'male', O, 'preset'],
  ['Aurora', 'American', 'female', M, 'preset'],
  ['Callista', 'American', 'female', M, 'preset'],
  ['Carina', 'Spanish', 'female', M, 'preset'],
  ['Cora', 'American', 'female', M, 'preset'],
  ['Draco', 'British', 'male', M, 'preset'],
  ['Estrella', 'Mexican', 'female', O, 'preset'],
  ['Hector', 'French', 'male', M, 'preset'],
  ['Helena', 'American', 'female', M, 'preset'],
  ['Hera', 'American', 'female', M, 'preset'],
  ['Hermes', 'American', 'male', M, 'preset'],
  ['Hyperion', 'Australian', 'male', M, 'preset'],
  ['Javier', 'Mexican', 'male', M, 'preset'],
  ['Julius', 'German', 'male', M, 'preset'],
  ['Luna', 'American', 'female', Y, 'preset'],
  ['Orion', 'American', 'male', M, 'preset'],
  ['Orpheus', 'American', 'male', M, 'preset'],
  ['Pandora', 'British', 'female', M, 'preset'],
  ['Thalia', 'American', 'female', M, 'preset'],
  ['Theia', 'Australian', 'female', M, 'preset'],
  ['Viktoria', 'German', 'female', M, 'preset'],
  ['Zeus', 'American', 'male', M, 'preset'],
];

type ProviderId = (typeof voiceProviders)[number]['id'];

const rows: Readonly<Record<ProviderId, readonly Row[]>> = { elevenlabs, play, openai, deepgram };

/** The address of a voice's picture. */
export function avatarPath(voiceId: string): string {
  return `${hubPrefix}/voices/${encodeURIComponent(voiceId)}/avatar`;
}

/** The address of a voice's preview. */
export function previewPath(voiceId: string): string {
  return `${hubPrefix}/voices/${encodeURIComponent(voiceId)}/preview`;
}

function toVoice(provider: ProviderId, prefix: string, [name, accent, gender, age, type, note]: Row): Voice {
  const voiceId = `${prefix}${name}`;
  return {
    voice_id: voiceId,
    voice_type: 'standard',
    ...(type && { standard_voice_type: type }),
    voice_name: name,
    provider,
    accent,
    gender,
    ...(age && { age }),
    avatar_url: avatarPath(voiceId),
    preview_audio_url: note ? '' : previewPath(voiceId),
  };
}

/**
 * The built-in catalogue, by provider and name. Whether a preview can be played depends on the providers in use: the
 * server's list leaves the address empty when there is none.
 */
export const standardVoices: readonly Voice[] = voiceProviders.flatMap(({ id, prefix }) =>
  rows[id].map((row) => toVoice(id, prefix, row)),
);
