import { socketFrameSamples, socketSampleRate } from '@tendril/contract/voice/call-sound';
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
/** Between two reports of what has been heard. */
const reportSamples = scope.sampleRate / 50;

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
  #resampler = new Resampler(socketSampleRate, scope.sampleRate);
  #queue: Int16Array[] = [];
  #place = 0;
  #heard = 0;
  #reported = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<Int16Array | 'clear'>) => {
      if (data instanceof Int16Array) this.#queue.push(this.#resampler.push(data));
      else this.#clear();
    };
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const channel = output?.[0];
    if (!channel) return true;
    for (let at = 0; at < channel.length; at += 1) {
      while (this.#queue[0] && this.#place >= this.#queue[0].length) {
        this.#queue.shift();
        this.#place = 0;
      }
      const piece = this.#queue[0];
      if (!piece) break;
      channel[at] = (piece[this.#place++] ?? 0) / (loudest + 1);
      this.#heard += 1;
    }
    const isDry = this.#queue.length === 0 && this.#heard > this.#reported;
    if (isDry || this.#heard - this.#reported >= reportSamples) this.#report();
    return true;
  }

  #report(): void {
    this.#reported = this.#heard;
    this.port.postMessage((this.#heard * 1000) / scope.sampleRate);
  }

  #clear(): void {
    this.#resampler = new Resampler(socketSampleRate, scope.sampleRate);
    this.#queue = [];
    this.#place = 0;
    this.#heard = 0;
    this.#report();
  }
}

scope.registerProcessor('call-microphone', CallMicrophone);
scope.registerProcessor('call-player', CallPlayer);
