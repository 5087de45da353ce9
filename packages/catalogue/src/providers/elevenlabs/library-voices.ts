import * as z from 'zod';
import { askJson } from '../../speech/ask-json.ts';
import type { SpeechConnection } from '../../speech/speech-connection.ts';

const vendor = 'ElevenLabs';
const mostFound = '30';
const cloneMs = 120_000;

const shared = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string(),
      public_owner_id: z.string(),
      name: z.string(),
      description: z.string().nullish(),
    }),
  ),
});

/** A voice that others have shared in the vendor's library. */
export interface LibraryVoice {
  voiceId: string;
  ownerId: string;
  name: string;
  description: string;
}

/** Searches the voices of the vendor's library. */
export async function searchLibraryVoices(
  connection: SpeechConnection,
  words: string,
  signal: AbortSignal,
): Promise<LibraryVoice[]> {
  const query = new URLSearchParams({ search: words, page_size: mostFound });
  const url = `${connection.baseUrl}/v1/shared-voices?${query}`;
  const found = await askJson(vendor, connection, url, { 'xi-api-key': connection.key }, signal);
  return shared.parse(found).voices.map(({ voice_id, public_owner_id, name, description }) => ({
    voiceId: voice_id,
    ownerId: public_owner_id,
    name,
    description: description ?? '',
  }));
}

/** A recording that a voice is cloned from. */
export interface VoiceRecording {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Makes a voice from recordings in the account of the key; returns the vendor's id of it. */
export async function cloneVoice(
  connection: SpeechConnection,
  { name, recordings }: { name: string; recordings: readonly VoiceRecording[] },
): Promise<string> {
  const form = new FormData();
  form.set('name', name);
  for (const { name: file, mediaType, bytes } of recordings)
    form.append('files', new Blob([bytes], { type: mediaType }), file);
  const url = `${connection.baseUrl}/v1/voices/add`;
  const headers = { 'xi-api-key': connection.key };
  const made = await askJson(vendor, connection, url, headers, AbortSignal.timeout(cloneMs), form);
  return z.object({ voice_id: z.string() }).parse(made).voice_id;
}
