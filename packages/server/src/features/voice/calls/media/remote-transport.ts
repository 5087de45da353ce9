import { socketSampleRate } from '@tendril/contract/voice/call-sound';
import type { AudioTransport } from '@tendril/voice/audio-transport';

/** Stands for sound that another process carries. */
export const remoteTransport: AudioTransport = {
  format: { sampleRate: socketSampleRate },
  incoming: {
    async *[Symbol.asyncIterator]() {
      // Nothing of it comes here.
    },
  },
  play: () => {},
  clear: () => {},
  playedMs: () => 0,
  close: async () => {},
};
