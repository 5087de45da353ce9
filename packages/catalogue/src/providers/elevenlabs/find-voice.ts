import type { Voice } from '@tendril/contract/voice/voice';
import { standardVoices } from '@tendril/contract/voice/voices.data';
import * as z from 'zod';
import { askJson } from '../../speech/ask-json.ts';
import { findVoiceByName } from '../../speech/find-voice-by-name.ts';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { elevenLabsVoiceIds } from './voice-ids.data.ts';

const voiceList = z.object({ voices: z.array(z.object({ voice_id: z.string(), name: z.string() })) });

export type VoiceTraits = Pick<Voice, 'voice_name' | 'accent' | 'gender' | 'age'>;

/**
 * The vendor's id of a voice: a built-in one, one of the account by its name, else the library voice closest in gender,
 * accent and age.
 */
export async function findElevenLabsVoice(
  connection: SpeechConnection,
  wanted: VoiceTraits,
  signal: AbortSignal,
): Promise<string> {
  const known = elevenLabsVoiceIds[wanted.voice_name];
  if (known) return known;
  const query = new URLSearchParams({ search: wanted.voice_name, page_size: '100' });
  const headers = { 'xi-api-key': connection.key };
  const url = `${connection.baseUrl}/v2/voices?${query}`;
  const { voices } = voiceList.parse(await askJson('ElevenLabs', connection, url, headers, signal));
  const own = voices.map(({ voice_id, name }) => ({ id: voice_id, name }));
  return findVoiceByName(own, wanted.voice_name)?.id ?? closestVoice(wanted);
}

/** The built-in voices. */
function closestVoice({ accent, gender, age }: VoiceTraits): string {
  const scored = standardVoices.flatMap((voice) => {
    const id = voice.provider === 'elevenlabs' ? elevenLabsVoiceIds[voice.voice_name] : undefined;
    if (!id || voice.gender !== gender) return [];
    return [{ id, score: (voice.accent === accent ? 2 : 0) + (voice.age === age ? 1 : 0) }];
  });
  return scored.reduce((best, next) => (next.score > best.score ? next : best), { id: '', score: -1 }).id;
}
