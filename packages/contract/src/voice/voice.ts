import * as z from 'zod';

/** In the order of the picker's tabs. */
export const voiceProviders = [
  { id: 'elevenlabs', prefix: '11labs-', label: 'Elevenlabs' },
  { id: 'play', prefix: 'play-', label: 'PlayHT' },
  { id: 'openai', prefix: 'openai-', label: 'OpenAI' },
  { id: 'deepgram', prefix: 'deepgram-', label: 'Deepgram' },
] as const;

/** Providers whose tab appears once the workspace has a key of theirs, or a voice of its own there. */
const furtherVoiceProviders = [
  { id: 'cartesia', prefix: 'cartesia-', label: 'Cartesia' },
  { id: 'azure', prefix: 'azure-', label: 'Azure' },
  { id: 'google', prefix: 'google-', label: 'Google' },
] as const;

export const allVoiceProviders = [...voiceProviders, ...furtherVoiceProviders] as const;
export type VoiceProviderId = (typeof allVoiceProviders)[number]['id'];
export const voiceProviderIds = allVoiceProviders.map(({ id }) => id) as [
  VoiceProviderId,
  ...VoiceProviderId[],
];

export const voiceAccents = [
  'American',
  'British',
  'Indian',
  'Australian',
  'Irish',
  'Spanish',
  'German',
  'French',
  'Mexican',
] as const;
export const voiceGenders = ['male', 'female'] as const;
export const voiceAges = ['Young', 'Middle Aged', 'Old'] as const;

/** A voice; `voice_type` is `custom` for the workspace's own. */
export const voice = z.object({
  voice_id: z.string(),
  voice_type: z.enum(['standard', 'custom']),
  standard_voice_type: z.enum(['retell', 'preset']).optional(),
  voice_name: z.string(),
  provider: z.enum(voiceProviderIds),
  accent: z.enum(voiceAccents),
  gender: z.enum(voiceGenders),
  age: z.enum(voiceAges).optional(),
  avatar_url: z.string(),
  /** Served by us; empty when there is nothing to play. */
  preview_audio_url: z.string(),
});
export type Voice = z.output<typeof voice>;

/** The label of a voice's chip: everything after the first dash, or the whole id. */
export function voiceNameOf(voiceId: string): string {
  const dash = voiceId.indexOf('-');
  return dash < 0 ? voiceId : voiceId.slice(dash + 1);
}
