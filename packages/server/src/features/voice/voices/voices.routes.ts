import {
  createCustomVoice,
  deleteCustomVoice,
  listVoices,
  playVoicePreview,
  readVoiceAvatar,
} from '@tendril/contract/api/voices';
import type { App } from '../../../platform/http/app.ts';
import { serve, serveRaw } from '../../../platform/http/serve.ts';
import { drawAvatar } from './voice-avatar.ts';
import type { VoiceService } from './voices.ts';

const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";
const avatarPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";
const daySeconds = 86_400;

/** Routes of voices, their pictures and their previews. */
export function voiceRoutes(app: App, voices: VoiceService): void {
  serve(app, listVoices, ({ caller }) => voices.list(caller));
  serve(app, createCustomVoice, async ({ caller, request, body }) => ({
    data: await voices.create(caller, request, body),
  }));
  serve(app, deleteCustomVoice, ({ caller, params }) => voices.remove(caller, params.id));

  serveRaw(
    app,
    playVoicePreview,
    async ({ caller, params, reply }) => {
      const { content, size, mediaType, spokenBy } = await voices.preview(caller, params.id);
      return reply
        .type(mediaType)
        .header('content-length', size)
        .header('cache-control', `private, max-age=${daySeconds}`)
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .header('x-spoken-by', spokenBy)
        .send(content);
    },
    { perMinute: 240 },
  );

  serveRaw(app, readVoiceAvatar, async ({ caller, params, reply }) => {
    const { voice_name } = await voices.require(caller, params.id);
    return reply
      .type('image/svg+xml')
      .header('cache-control', `private, max-age=${7 * daySeconds}`)
      .header('content-security-policy', avatarPolicy)
      .header('x-content-type-options', 'nosniff')
      .send(drawAvatar(voice_name));
  });
}
