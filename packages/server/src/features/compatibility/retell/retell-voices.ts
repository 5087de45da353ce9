import type { Answer, Body } from '@tendril/contract/api/endpoint';
import {
  type addRetellVoice,
  type cloneRetellVoice,
  type RetellVoice,
  retellCloneBody,
  type searchRetellVoices,
} from '@tendril/contract/api/retell-voices';
import { AppError, invalidInput } from '@tendril/contract/app-error';
import type { Voice } from '@tendril/contract/voice/voice';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../../../platform/db/scope.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import { receiveRecordings, type VoiceService } from '../../voice/voices/public.ts';

/** Voices in Retell's API; `publicUrl` makes the addresses of previews absolute. */
export function createRetellVoices(
  voices: Pick<VoiceService, 'list' | 'find' | 'create' | 'searchLibrary' | 'clone'>,
  publicUrl: string | undefined,
) {
  const toRetellVoice = (voice: Voice): RetellVoice => ({
    voice_id: voice.voice_id,
    voice_name: voice.voice_name,
    provider: voice.provider,
    gender: voice.gender,
    accent: voice.accent,
    ...(voice.age && { age: voice.age }),
    ...(voice.preview_audio_url !== '' && {
      preview_audio_url: publicUrl
        ? new URL(voice.preview_audio_url, publicUrl).href
        : voice.preview_audio_url,
    }),
  });

  return {
    list: async (scope: Scope) => (await voices.list(scope)).data.map(toRetellVoice),

    async read(scope: Scope, id: string): Promise<RetellVoice> {
      const voice = await voices.find(scope, id);
      if (!voice) throw new AppError('NOT_FOUND', 'Voice not found.');
      return toRetellVoice(voice);
    },

    /** The request has no gender and accent: the first ones of the catalogue are used. */
    async add(
      scope: Scope,
      request: FastifyRequest,
      { voice_name, provider_voice_id, voice_provider }: Body<typeof addRetellVoice>,
    ): Promise<RetellVoice> {
      const voice = await voices.create(scope, request, {
        name: voice_name,
        provider: voice_provider,
        providerVoiceId: provider_voice_id,
        gender: 'female',
        accent: 'American',
      });
      return toRetellVoice(voice);
    },

    async search(
      scope: Scope,
      { search_query: words }: Body<typeof searchRetellVoices>,
    ): Promise<Answer<typeof searchRetellVoices>> {
      const found = await voices.searchLibrary(scope, words);
      return {
        voices: found.map(({ name, description, voiceId, ownerId }) => ({
          name,
          description,
          provider_voice_id: voiceId,
          public_user_id: ownerId,
        })),
      };
    },

    async clone(scope: Scope, request: FastifyRequest): Promise<RetellVoice> {
      const { fields, recordings } = await receiveRecordings(request);
      const { voice_name: name, voice_provider: provider } = parseInput(retellCloneBody, fields) as Body<
        typeof cloneRetellVoice
      >;
      if (recordings.length === 0)
        throw invalidInput([{ path: ['files'], message: 'must hold a recording' }]);
      const providerVoiceId = await voices.clone(scope, { name, recordings });
      const voice = await voices.create(scope, request, {
        name,
        provider,
        providerVoiceId,
        gender: 'female',
        accent: 'American',
      });
      return toRetellVoice(voice);
    },
  };
}

export type RetellVoices = ReturnType<typeof createRetellVoices>;
