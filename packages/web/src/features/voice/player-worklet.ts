import { PlayQueue } from '@tendril/contract/voice/play-queue';
import type { WorkletScope } from './worklet-scope.ts';

const scope = globalThis as unknown as WorkletScope;

/** Plays audio from the page and reports how many ms have been played since the last clear. */
class PlayerProcessor extends scope.AudioWorkletProcessor {
  readonly #queue = new PlayQueue(scope.sampleRate);

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<Int16Array | 'clear'>) => {
      if (data instanceof Int16Array) return this.#queue.push(data);
      this.#queue.clear();
      this.port.postMessage(0);
    };
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const heardMs = output?.[0] && this.#queue.fill(output[0]);
    if (heardMs !== undefined) this.port.postMessage(heardMs);
    return true;
  }
}

scope.registerProcessor('player', PlayerProcessor);
