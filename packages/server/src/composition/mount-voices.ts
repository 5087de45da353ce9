import { createVoices, type VoiceService, voiceRoutes } from '../features/voice/voices/public.ts';
import { createFileQuota } from '../platform/files/file-quota.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

/** Voices, and the providers that speak and recognize speech. */
export function mountVoices(
  app: App,
  infrastructure: Infrastructure,
  { credentials }: Pick<Services, 'credentials'>,
): VoiceService {
  const quota = createFileQuota(infrastructure.db, infrastructure.limits);
  const voices = createVoices({ ...infrastructure, quota, openCredential: credentials.open });
  voiceRoutes(app, voices);
  return voices;
}
