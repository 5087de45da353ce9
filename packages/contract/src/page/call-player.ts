import { PlayQueue } from '../voice/play-queue.ts';
import { workletScope } from './worklet-scope.ts';

/** The worklet of a call's loudspeaker: plays what the page posts, and reports how many ms were heard since the last clear. */
export class CallPlayer extends workletScope.AudioWorkletProcessor {
  readonly #queue = new PlayQueue(workletScope.sampleRate);

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
