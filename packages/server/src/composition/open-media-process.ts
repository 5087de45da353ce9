import { join } from 'node:path';
import { createMediaProcess, type MediaProcess } from '../features/voice/calls/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';

/** The process of calls' sound, where one is wanted; it outlives the calls. */
export function openMediaProcess(
  app: App,
  { config, log, metrics }: Pick<Infrastructure, 'config' | 'log' | 'metrics'>,
): MediaProcess | undefined {
  if (config.callMedia === 'here') return undefined;
  const media = createMediaProcess({
    log,
    codeCache: join(config.home, 'cache', 'code'),
    onLate: (frames) => metrics.audioLateFrames.add(frames),
  });
  app.fastify.addHook('onClose', () => media.close());
  return media;
}
