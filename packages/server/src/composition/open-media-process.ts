import { join } from 'node:path';
import { createMediaProcess, type MediaProcess } from '../features/voice/calls/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';

interface MediaProcesses {
  /** Carries calls. */
  media: MediaProcess | undefined;
  /** Carries simulations: their sound is no reason for a call to be late. */
  simulated: MediaProcess | undefined;
}

/** The processes of calls' sound, where they are wanted; they outlive the calls, and are started with the first of them. */
export function openMediaProcesses(
  app: App,
  { config, log, metrics }: Pick<Infrastructure, 'config' | 'log' | 'metrics'>,
): MediaProcesses {
  if (config.callMedia === 'here') return { media: undefined, simulated: undefined };
  const codeCache = join(config.home, 'cache', 'code');
  const onLate = (frames: number) => metrics.audioLateFrames.add(frames);
  const media = createMediaProcess({ log, codeCache, onLate });
  const simulated = createMediaProcess({ log, codeCache, onLate: () => {}, isPreferred: false });
  app.fastify.addHook('onClose', () => Promise.all([media.close(), simulated.close()]));
  return { media, simulated };
}
