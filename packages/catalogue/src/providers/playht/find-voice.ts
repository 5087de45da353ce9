import { AppError } from '@tendril/contract/app-error';
import * as z from 'zod';
import { askJson } from '../../speech/ask-json.ts';
import { findVoiceByName } from '../../speech/find-voice-by-name.ts';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { playHtHeaders } from './text-to-speech.ts';

const voiceList = z.array(z.object({ id: z.string(), name: z.string() }));

/** The vendor's address of a voice, by its name. Throws PROVIDER_REFUSED when the account has none of that name. */
export async function findPlayHtVoice(
  connection: SpeechConnection,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const url = `${connection.baseUrl}/voices`;
  const answer = await askJson('PlayHT', connection, url, playHtHeaders(connection), signal);
  const found = findVoiceByName(voiceList.parse(answer), name);
  if (found) return found.id;
  throw new AppError('PROVIDER_REFUSED', `PlayHT: this account has no voice named "${name}".`);
}
