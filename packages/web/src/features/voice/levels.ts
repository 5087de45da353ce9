import { socketFrameSamples, socketSampleRate } from '@tendril/contract/voice/call-sound';

/** Loudness of 20 ms, 0 to 1, by its place in the call. */
export interface Levels {
  caller: readonly number[];
  agent: readonly number[];
  /** Of the microphone now, for its meter. */
  now: number;
  /** ms since the call began; 0 before. */
  elapsedMs(): number;
  begin(): void;
  hear(samples: Int16Array): void;
  /** Takes audio that will be heard after what is queued already. */
  speak(samples: Int16Array): void;
  heardMs(ms: number): void;
  /** What was queued is not heard any more. */
  clear(): void;
  reset(): void;
}

const frameMs = (socketFrameSamples / socketSampleRate) * 1000;

function loudness(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / Math.max(1, samples.length)) / 8000);
}

/** Keeps the two lanes of a running call as short numbers, so that nothing of the audio itself is kept. */
export function createLevels(): Levels {
  const caller: number[] = [];
  const agent: number[] = [];
  let startedAt = 0;
  let queue: number[] = [];
  let heard = 0;
  let now = 0;
  const elapsedMs = () => (startedAt === 0 ? 0 : performance.now() - startedAt);
  const frameNow = () => Math.floor(elapsedMs() / frameMs);

  return {
    caller,
    agent,
    get now() {
      return now;
    },
    elapsedMs,
    begin() {
      startedAt = performance.now();
    },
    hear(samples) {
      now = loudness(samples);
      if (startedAt > 0) caller[frameNow()] = now;
    },
    speak(samples) {
      for (let at = 0; at < samples.length; at += socketFrameSamples)
        queue.push(loudness(samples.subarray(at, at + socketFrameSamples)));
    },
    heardMs(ms) {
      const frames = Math.floor(ms / frameMs);
      for (; heard < frames && queue.length > 0; heard += 1)
        agent[Math.max(0, frameNow() - (frames - heard))] = queue.shift() ?? 0;
    },
    clear() {
      queue = [];
      heard = 0;
    },
    reset() {
      caller.length = 0;
      agent.length = 0;
      queue = [];
      heard = 0;
      now = 0;
      startedAt = 0;
    },
  };
}
