import { socketFrameSamples, socketSampleRate } from '@tendril/contract/voice/call-sound';
import { PlayQueue } from '@tendril/contract/voice/play-queue';
import { Resampler } from '@tendril/contract/voice/resampler';

/** What the browser offers inside an audio worklet; its own type library knows only the page. */
interface WorkletScope {
  readonly sampleRate: number;
  AudioWorkletProcessor: new () => {
    readonly port: {
      postMessage(message: unknown, transfer?: Transferable[]): void;
      onmessage: ((event: MessageEvent) => void) | null;
    };
  };
  registerProcessor(
    name: string,
    processor: new () => { process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean },
  ): void;
}

const scope = globalThis as unknown as WorkletScope;
const loudest = 0x7fff;

/** Resamples the microphone to the rate of the line, and posts frames of 20 ms to the page. */
class CallMicrophone extends scope.AudioWorkletProcessor {
  #resampler = new Resampler(scope.sampleRate, socketSampleRate);
  #frame = new Int16Array(socketFrameSamples);
  #filled = 0;

  process([input]: Float32Array[][]): boolean {
    const heard = Int16Array.from(input?.[0] ?? [], (sample) => Math.max(-1, Math.min(1, sample)) * loudest);
    for (const sample of this.#resampler.push(heard)) {
      this.#frame[this.#filled++] = sample;
      if (this.#filled < socketFrameSamples) continue;
      this.port.postMessage(this.#frame, [this.#frame.buffer]);
      this.#frame = new Int16Array(socketFrameSamples);
      this.#filled = 0;
    }
    return true;
  }
}

/** Plays what the page posts, and reports how many ms were heard since the last clear. */
class CallPlayer extends scope.AudioWorkletProcessor {
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

scope.registerProcessor('call-microphone', CallMicrophone);
scope.registerProcessor('call-player', CallPlayer);
