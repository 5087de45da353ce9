import { callFrameMs } from '@tendril/voice/audio/frame-cutter';

/** So many frames of the recording are sent at once: a quarter of a second. */
const framesAtOnce = 12;

/** Collects both sides of a call's sound for its recording. */
export class SoundBatch {
  readonly #send: (caller: Int16Array, agent: Int16Array, sampleRate: number) => void;
  readonly #sampleRate: number;
  readonly #size: number;
  #caller: Int16Array;
  #agent: Int16Array;
  #filled = 0;

  constructor(
    sampleRate: number,
    frameSize: number,
    send: (caller: Int16Array, agent: Int16Array, sampleRate: number) => void,
  ) {
    this.#send = send;
    this.#sampleRate = sampleRate;
    this.#size = frameSize * framesAtOnce;
    this.#caller = new Int16Array(this.#size);
    this.#agent = new Int16Array(this.#size);
  }

  add(caller: Int16Array, agent: Int16Array): void {
    this.#caller.set(caller, this.#filled);
    this.#agent.set(agent, this.#filled);
    this.#filled += caller.length;
    if (this.#filled === this.#size) this.flush();
  }

  /** What passed before the first frame: the recording begins with the call. */
  addSilence(ms: number): void {
    const frame = new Int16Array(this.#size / framesAtOnce);
    for (let frames = Math.floor(ms / callFrameMs); frames > 0; frames -= 1) this.add(frame, frame);
  }

  flush(): void {
    if (this.#filled === 0) return;
    const [caller, agent] = [this.#caller.subarray(0, this.#filled), this.#agent.subarray(0, this.#filled)];
    this.#send(caller, agent, this.#sampleRate);
    this.#caller = new Int16Array(this.#size);
    this.#agent = new Int16Array(this.#size);
    this.#filled = 0;
  }
}
