import type { LibraryVoice, VoiceRecording } from '@tendril/catalogue/providers/elevenlabs/library-voices';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../../../platform/db/scope.ts';
import { toFileName } from '../../../platform/files/file-name.ts';
import { headBytes, mediaTypeOf } from '../../../platform/files/media-type.ts';
import { receiveForm } from '../../../platform/http/multipart.ts';
import type { SpeechKeys } from './speech-keys.ts';

const searchMs = 20_000;
const megabyte = 1024 * 1024;
const mostRecordingsMb = 25;

/** Voices in the library and the account of the vendor that has both, by the workspace's own key. */
export function createLibraryVoices(keys: Pick<SpeechKeys, 'connect'>) {
  const load = () => import('@tendril/catalogue/providers/elevenlabs/library-voices');

  async function connect(scope: Scope) {
    const connection = await keys.connect(scope, 'elevenlabs');
    if (connection) return connection;
    throw new AppError('CREDENTIAL_MISSING', 'This needs a key of ElevenLabs, and this workspace has none.');
  }

  return {
    /** Throws CREDENTIAL_MISSING. */
    async searchLibrary(scope: Scope, words: string): Promise<LibraryVoice[]> {
      const connection = await connect(scope);
      return (await load()).searchLibraryVoices(connection, words, AbortSignal.timeout(searchMs));
    },

    /** Returns the vendor's id of the new voice. Throws CREDENTIAL_MISSING. */
    async clone(scope: Scope, voice: { name: string; recordings: VoiceRecording[] }): Promise<string> {
      const connection = await connect(scope);
      return (await load()).cloneVoice(connection, voice);
    },
  };
}

/** Reads a form with recordings. Throws INVALID_INPUT for files that are none, or too large together. */
export async function receiveRecordings(
  request: FastifyRequest,
): Promise<{ fields: Record<string, unknown>; recordings: VoiceRecording[] }> {
  const most = mostRecordingsMb * megabyte;
  let left = most;
  const { fields, files } = await receiveForm(request, most + 1, async ({ name, content }) => {
    const parts: Uint8Array[] = [];
    for await (const part of content) {
      left -= part.length;
      if (left < 0) throw fault(`must have at most ${mostRecordingsMb} MB together`);
      parts.push(part);
    }
    const bytes = new Uint8Array(Buffer.concat(parts));
    const mediaType = mediaTypeOf(name, bytes.subarray(0, headBytes));
    if (!mediaType.startsWith('audio/')) throw fault('must be recordings');
    return { name: toFileName(name), mediaType, bytes };
  });
  return { fields, recordings: files };
}

function fault(message: string): AppError {
  return new AppError('INVALID_INPUT', `files: ${message}`, { details: [{ path: 'files', message }] });
}
