import * as z from 'zod';
import { voice, voiceAccents, voiceAges, voiceGenders, voiceProviderIds } from '../voice/voice.ts';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { idParams } from './id.ts';

const tag = 'Voices';
const auth = 'sessionOrKey';
const path = `${hubPrefix}/voices`;

/** The provider that would speak a voice now. */
const synthesizerState = z.object({
  provider: z.enum(voiceProviderIds),
  /** `local`: a local stand-in; `none`: nothing, and `missing` says what would provide one. */
  by: z.enum(['vendor', 'local', 'none']),
  label: z.string(),
  missing: z.string().nullable(),
});

/** The provider that would recognize speech now. */
const recognizerState = z.object({
  by: z.enum(['vendor', 'local', 'none']),
  label: z.string(),
  missing: z.string().nullable(),
});
export type RecognizerState = z.output<typeof recognizerState>;
export type SynthesizerState = z.output<typeof synthesizerState>;

export const listVoices = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'The catalogue and the workspace’s own voices, and who speaks them here.',
  response: z.object({
    data: z.array(voice),
    synthesizers: z.array(synthesizerState),
    recognizer: recognizerState,
  }),
});

/**
 * WAV or MP3; generated once and cached. The header `x-spoken-by` names the speaker: the vendor, or "local stand-in".
 */
export const playVoicePreview = endpoint({
  method: 'GET',
  path: `${path}/:id/preview`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'A sentence in this voice.',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  media: 'audio/wav',
});

/** Drawn by us: the first letter of the name in a circle. */
export const readVoiceAvatar = endpoint({
  method: 'GET',
  path: `${path}/:id/avatar`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'The picture of a voice.',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  media: 'image/svg+xml',
});

/** A form may bring a recording as `sample`, which then is the preview of the voice. */
export const createCustomVoice = endpoint({
  method: 'POST',
  path,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Adds a voice of the workspace’s own account at a provider.',
  files: true,
  body: z.strictObject({
    name: z.string().trim().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
    provider: z.enum(voiceProviderIds),
    /** The provider's id of it. */
    providerVoiceId: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(200, 'must have at most 200 characters'),
    gender: z.enum(voiceGenders),
    accent: z.enum(voiceAccents),
    age: z.enum(voiceAges).optional(),
  }),
  response: z.object({ data: voice }),
  status: 201,
});

export const deleteCustomVoice = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Removes a voice of the workspace; refused while an agent speaks with it.',
  params: idParams,
});
