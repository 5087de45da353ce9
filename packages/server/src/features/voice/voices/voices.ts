import type { SynthesizerState } from '@tendril/contract/api/voices';
import { AppError } from '@tendril/contract/app-error';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import { furtherVoices } from '@tendril/contract/voice/further-voices.data';
import type { Voice } from '@tendril/contract/voice/voice';
import { standardVoices } from '@tendril/contract/voice/voices.data';
import type { Config } from '../../../platform/config.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { createLocalSpeech, type LocalSpeech } from '../../../platform/local-speech/local-speech.ts';
import { type CustomVoiceParts, createCustomVoices, toCustomVoice } from './custom-voices.ts';
import { createLibraryVoices } from './library-voices.ts';
import { createSpeakers } from './speakers.ts';
import { createSpeechKeys, type SpeechKeyParts, type SpeechKeys } from './speech-keys.ts';
import { createVoicePreviews } from './voice-previews.ts';

interface VoiceParts extends SpeechKeyParts, CustomVoiceParts {
  config: Pick<Config, 'home' | 'localSpeechGrammar'>;
  /** Tests bring local programs of their own. */
  localSpeech?: LocalSpeech;
}

/** Every voice that is the same in all workspaces. */
const builtInVoices = [...standardVoices, ...furtherVoices];
const builtInById = new Map(builtInVoices.map((voice) => [voice.voice_id, voice]));

/** The catalogue of voices with the workspace's own, and the speech providers in use. */
export function createVoices(parts: VoiceParts) {
  const custom = createCustomVoices(parts);
  const keys = createSpeechKeys(parts);
  const speakers = createSpeakers({
    keys,
    local: parts.localSpeech ?? createLocalSpeech(parts.config),
    findVendorId: async (scope, id) =>
      builtInById.has(id) ? undefined : (await custom.find(scope, id))?.providerVoiceId,
  });
  const previews = createVoicePreviews(parts.config.home);

  async function find(scope: Scope, voiceId: string): Promise<Voice | undefined> {
    const standard = builtInById.get(voiceId);
    const row = standard ? undefined : await custom.find(scope, voiceId);
    return row ? toCustomVoice(row) : standard;
  }
  async function require(scope: Scope, voiceId: string): Promise<Voice> {
    const voice = await find(scope, voiceId);
    if (!voice) throw new AppError('NOT_FOUND', 'Voice not found.');
    return voice;
  }

  return {
    find,
    require,
    ...{ recognizer: speakers.recognizer, create: custom.create, remove: custom.remove },
    connectSpeech: createConnectSpeech(keys, find),
    ...createLibraryVoices(keys),

    /** Every voice, and the providers in use; the address of a preview is empty while nothing can speak it. */
    async list(scope: Scope) {
      const [states, own] = [await speakers.states(scope), await custom.list(scope)];
      const recorded = await custom.recorded(scope);
      const speaker = new Map(states.synthesizers.map(({ provider, by }) => [provider, by]));
      const data = [...offeredVoices(speaker), ...own.map(toCustomVoice)].map((voice): Voice => {
        const by = recorded.has(voice.voice_id) ? 'recording' : speaker.get(voice.provider);
        const isPlayable = by !== 'none' && voice.preview_audio_url !== '';
        // The address changes with the provider: a browser's cache never plays another one's voice.
        return { ...voice, preview_audio_url: isPlayable ? `${voice.preview_audio_url}?by=${by}` : '' };
      });
      return { data, ...states };
    },

    /**
     * The providers of these voices, in order, the vendor before a stand-in; voices without a provider are left out.
     * Throws CREDENTIAL_MISSING when that is all of them.
     */
    async synthesizers(
      scope: Scope,
      voiceIds: readonly string[],
      { allowLocal }: { allowLocal: boolean } = { allowLocal: true },
    ): Promise<TextToSpeech[]> {
      const voices = await Promise.all(voiceIds.map((id) => find(scope, id)));
      const known = voices.filter((voice) => voice !== undefined);
      const synthesizers = known.map((voice) => speakers.synthesizer(scope, voice, allowLocal));
      const found = (await Promise.all(synthesizers)).filter((synthesizer) => synthesizer !== undefined);
      if (found.length > 0) return found;
      if (!known[0]) throw new AppError('NOT_FOUND', `There is no voice "${voiceIds[0] ?? ''}".`);
      throw await speakers.nobodySpeaks(known[0].provider);
    },

    /**
     * A voice for somebody who calls an agent: of the same provider, so that no other key is needed, and another person's.
     * Throws CREDENTIAL_MISSING.
     */
    async callerVoice(scope: Scope, agentVoiceId: string): Promise<TextToSpeech> {
      const own = await require(scope, agentVoiceId);
      const caller = builtInVoices.find(
        ({ provider, gender }) => provider === own.provider && gender !== own.gender,
      );
      const synthesizer = await speakers.synthesizer(scope, caller ?? own, true);
      if (!synthesizer) throw await speakers.nobodySpeaks(own.provider);
      return synthesizer;
    },

    /** A sample of a voice: its recording, or a greeting from the provider in use. Throws the vendor's errors. */
    async preview(scope: Scope, voiceId: string) {
      const voice = await require(scope, voiceId);
      if (voice.preview_audio_url === '') throw new AppError('NOT_FOUND', 'This voice has no preview.');
      const sample = voice.voice_type === 'custom' ? await custom.sample(scope, voiceId) : undefined;
      if (sample) return { ...sample, spokenBy: 'recording' };
      const synthesizer = await speakers.synthesizer(scope, voice, true);
      if (!synthesizer) throw await speakers.nobodySpeaks(voice.provider);
      const content = await previews.read(scope, voice, synthesizer);
      return { content, size: content.length, mediaType: 'audio/wav', spokenBy: synthesizer.label };
    },
  };
}

/** How to reach the vendor of models that speak themselves, and which voice the agent has. */
function createConnectSpeech(
  keys: SpeechKeys,
  find: (scope: Scope, voiceId: string) => Promise<Voice | undefined>,
) {
  return async (scope: Scope, voiceId: string) => {
    const connection = await keys.connect(scope, 'openai');
    return connection && { connection, voice: await find(scope, voiceId) };
  };
}

/** The catalogue, and voices of the vendors beside it that the workspace has a key of. */
function offeredVoices(speaker: ReadonlyMap<Voice['provider'], SynthesizerState['by']>): Voice[] {
  return [...standardVoices, ...furtherVoices.filter(({ provider }) => speaker.get(provider) === 'vendor')];
}

export type VoiceService = ReturnType<typeof createVoices>;
