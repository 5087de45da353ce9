import type { OpenDenoiser } from '@tendril/voice/audio/denoiser';
import { loadRnnoise, type NoiseLibrary } from './rnnoise.ts';

/**
 * The denoisers of a process, whose library is loaded with the first call that wants one. Where it cannot be, that is
 * reported once, and calls go on with the sound as it is.
 */
export function openDenoisers(
  report: (error: unknown) => void,
  load: () => Promise<NoiseLibrary> = loadRnnoise,
): OpenDenoiser {
  let library: Promise<NoiseLibrary | undefined> | undefined;
  return async (sampleRate) => {
    library ??= load().catch((error: unknown) => {
      report(error);
      return undefined;
    });
    return (await library)?.open(sampleRate);
  };
}
