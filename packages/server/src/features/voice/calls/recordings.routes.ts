import { readRecording } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply } from 'fastify';
import type { App } from '../../../platform/http/app.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { readRange } from '../../../platform/http/read-range.ts';
import { serveRaw } from '../../../platform/http/serve.ts';
import type { Calls } from './calls.ts';
import type { OpenRecording } from './recording-storage.ts';
import type { Recordings } from './recordings.ts';

/** Mounts recordings: for a signed address, which alone decides then, or for the people and keys of the workspace. */
export function recordingRoutes(app: App, calls: Pick<Calls, 'findAnywhere'>, recordings: Recordings): void {
  serveRaw(app, readRecording, async ({ caller, params, query, request, reply }) => {
    const id = params.file.slice(0, -'.wav'.length);
    const row = await calls.findAnywhere(id);
    // An unknown id is refused like a wrong signature, and takes as long.
    const owned = row ?? { id, workspaceId: '' };
    if (query.signature !== undefined) {
      if (!recordings.isSigned(owned, query) || !row)
        throw new AppError('FORBIDDEN', 'This link is invalid or has expired.');
    } else if (!isOfWorkspace(caller, owned.workspaceId)) {
      throw new AppError('NOT_FOUND', 'Recording not found.');
    }
    return sendRecording(reply, await recordings.open(owned), request.headers.range);
  });
}

function isOfWorkspace(caller: Caller, workspaceId: string): boolean {
  return caller.kind !== 'anonymous' && caller.workspaceId === workspaceId;
}

/** Sends a recording, or the requested range of it. */
async function sendRecording(
  reply: FastifyReply,
  recording: OpenRecording,
  header: string | undefined,
): Promise<FastifyReply> {
  const { size } = recording;
  reply
    .type('audio/wav')
    .header('accept-ranges', 'bytes')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff');
  const range = readRange(header, size);
  if (range === 'none') {
    await recording.close();
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  if (!range) return reply.header('content-length', size).send(recording.read(0, size - 1));
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1)
    .send(recording.read(start, end));
}
