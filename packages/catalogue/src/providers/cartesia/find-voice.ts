import { AppError } from '@tendril/contract/app-error';
import * as z from 'zod';
import { askJson } from '../../speech/ask-json.ts';
import { findVoiceByName } from '../../speech/find-voice-by-name.ts';
import type { SpeechConnection } from '../../speech/speech-connection.ts';
import { cartesiaHeaders } from './connection.ts';

/** Voices that every account has. */
const known: Readonly<Record<string, string>> = {
  katie: 'f786b574-daa5-4673-aa0c-cbe3e8534c02',
  kiefer: '228fca29-3a0a-435c-8728-5cb483251068',
};

const entry = z.object({ id: z.string(), name: z.string() });
const listed = z.union([z.object({ data: z.array(entry) }).transform(({ data }) => data), z.array(entry)]);

/** The vendor's id of a voice by its name. Throws NOT_FOUND when the account has no such voice. */
export async function findCartesiaVoice(
  connection: SpeechConnection,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const always = known[name.toLowerCase()];
  if (always) return always;
  const url = `${connection.baseUrl}/voices?limit=100&q=${encodeURIComponent(name)}`;
  const answer = listed.safeParse(
    await askJson('Cartesia', connection, url, cartesiaHeaders(connection), signal),
  );
  const found = answer.success ? findVoiceByName(answer.data, name) : undefined;
  if (!found) throw new AppError('NOT_FOUND', `Cartesia has no voice "${name}".`);
  return found.id;
}
