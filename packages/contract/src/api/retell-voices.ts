import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { retellAuth as auth, retellPrefix, retellTag as tag } from './retell-pages.ts';

const retellVoice = z.object({
  voice_id: z.string(),
  voice_name: z.string(),
  provider: z.string(),
  gender: z.enum(['male', 'female']),
  accent: z.string(),
  age: z.string().optional(),
  preview_audio_url: z.string().optional(),
});
export type RetellVoice = z.output<typeof retellVoice>;

export const readRetellVoice = endpoint({
  method: 'GET',
  path: `${retellPrefix}/get-voice/:voiceId`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'A voice.',
  params: z.strictObject({ voiceId: z.string().min(1).max(200) }),
  response: retellVoice,
});

export const listRetellVoices = endpoint({
  method: 'GET',
  path: `${retellPrefix}/list-voices`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'The catalogue of voices and the workspace’s own.',
  response: z.array(retellVoice),
});

/** Retell requests only the voice’s name and its id at the provider. */
export const addRetellVoice = endpoint({
  method: 'POST',
  path: `${retellPrefix}/add-community-voice`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Adds a voice of a provider.',
  body: z.object({
    voice_name: z.string().trim().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
    provider_voice_id: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(200, 'must have at most 200 characters'),
    voice_provider: z
      .enum(['elevenlabs', 'openai', 'deepgram', 'play'], 'must be elevenlabs, openai, deepgram or play')
      .default('elevenlabs'),
  }),
  response: retellVoice,
  status: 201,
});

const libraryProvider = z
  .literal('elevenlabs', 'is not served here: only elevenlabs is')
  .default('elevenlabs');

export const searchRetellVoices = endpoint({
  method: 'POST',
  path: `${retellPrefix}/search-community-voice`,
  auth,
  permits: 'voice-agents:read',
  isRead: true,
  tag,
  summary: 'Searches the voices that others have shared at a provider, by the workspace’s own key.',
  body: z.object({
    search_query: z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
    voice_provider: libraryProvider,
  }),
  response: z.object({
    voices: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        provider_voice_id: z.string(),
        public_user_id: z.string(),
      }),
    ),
  }),
});

export const retellCloneBody = z.object({
  voice_name: z.string().trim().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
  voice_provider: libraryProvider,
});

export const cloneRetellVoice = endpoint({
  method: 'POST',
  path: `${retellPrefix}/clone-voice`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Makes a voice from recordings in the workspace’s account at a provider, and adds it.',
  files: 'only',
  body: retellCloneBody,
  bodyLimit: 26 * 1024 * 1024,
  response: retellVoice,
  status: 201,
});
