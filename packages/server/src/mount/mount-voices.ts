import { voiceRoutes } from '../features/voices/voices.routes.ts';
import { createVoices, type VoiceService } from '../features/voices/voices.service.ts';
import { createFileQuota } from '../files/file-quota.ts';
import type { Ground } from '../ground.ts';
import type { App } from '../http/app.ts';
import type { Services } from '../services.ts';

/** Voices, and who speaks and hears them. */
export function mountVoices(
  app: App,
  ground: Ground,
  { credentials }: Pick<Services, 'credentials'>,
): VoiceService {
  const quota = createFileQuota(ground.db, ground.config);
  const voices = createVoices({ ...ground, quota, openCredential: credentials.open });
  voiceRoutes(app, voices);
  return voices;
}
