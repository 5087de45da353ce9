import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { IncomingFile, TakenFile } from '../../../platform/files/take-file.ts';
import { receiveForm } from '../../../platform/http/multipart.ts';

const mostSampleMb = 10;
const recordings = /^audio\/(mpeg|wav|ogg|webm|mp4|flac)$/;
const wanted = 'must be a recording: MP3, WAV, OGG, WebM, M4A or FLAC';

/**
 * Parses the form of a voice: `take` gets the one file that it may contain, the fields are returned. Throws
 * INVALID_INPUT by the field.
 */
export async function takeVoiceForm(
  request: FastifyRequest,
  quota: number,
  take: (sample: IncomingFile, most: number) => Promise<void>,
): Promise<Record<string, unknown>> {
  const most = Math.min(mostSampleMb * 1024 * 1024, quota);
  let isTaken = false;
  const { fields } = await receiveForm(request, most + 1, async (file) => {
    if (file.field !== 'sample' || isTaken) throw fault('is the one file that this form takes');
    isTaken = true;
    await take(file, most).catch(nameSample);
  });
  return fields;
}

/** Throws INVALID_INPUT for a file that is not audio. */
export function requireRecording({ mediaType }: TakenFile): void {
  if (!recordings.test(mediaType)) throw fault(wanted);
}

function nameSample(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'TOO_LARGE') throw fault(`must have at most ${mostSampleMb} MB`);
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') throw fault(wanted);
  throw error;
}

function fault(message: string): AppError {
  return new AppError('INVALID_INPUT', `sample: ${message}`, { details: [{ path: 'sample', message }] });
}
