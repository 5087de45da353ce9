import { endianness } from 'node:os';
import { socketSampleRate } from '@tendril/contract/voice/call-sound';
import type { FramePlace } from '@tendril/contract/voice/numbered-frame';
import type { AudioFrame } from '@tendril/voice/audio-format';
import type { AudioTransport, LinePause } from '@tendril/voice/audio-transport';

/** Buffer for incoming sound: more than arrives at once after a stall of the network. */
const maxWaitingFrames = 1500;
const bytesPerSample = 2;
const msPerSample = 1000 / socketSampleRate;

/** What the transport needs of its socket. */
interface AudioSocket {
  sendAudio(bytes: Uint8Array): void;
  sendClear(): void;
  close(): void;
}

/** The line to a browser: 16-bit sound both ways, and the page's reports of what it has played. */
export class BrowserTransport implements AudioTransport {
  readonly format = { sampleRate: socketSampleRate };
  readonly incoming: AsyncIterable<AudioFrame | LinePause>;
  readonly #socket: AudioSocket;
  #waiting: (AudioFrame | LinePause)[] = [];
  #isOver = false;
  #wake = () => {};
  /** Samples played until the last clear, and sent and played since. */
  #heardBeforeMs = 0;
  #sentMs = 0;
  #heardMs = 0;

  constructor(socket: AudioSocket) {
    this.#socket = socket;
    this.incoming = this.#read();
  }

  play({ samples }: AudioFrame): void {
    if (this.#isOver) return;
    this.#sentMs += samples.length * msPerSample;
    this.#socket.sendAudio(toBytes(samples));
  }

  clear(): void {
    if (this.#isOver) return;
    this.#heardBeforeMs += this.#heardMs;
    this.#sentMs = 0;
    this.#heardMs = 0;
    this.#socket.sendClear();
  }

  playedMs(): number {
    return this.#heardBeforeMs + this.#heardMs;
  }

  async close(): Promise<void> {
    this.end();
    this.#socket.close();
  }

  /**
   * The page has played this much since the last clear. A report from before that clear is never more than was sent
   * since.
   */
  notePlayed(ms: number): void {
    this.#heardMs = Math.max(this.#heardMs, Math.min(ms, this.#sentMs));
  }

  /** Takes a chunk from the microphone. */
  take(bytes: Uint8Array, place?: FramePlace): void {
    if (this.#isOver) return;
    this.#waiting.push({ format: this.format, samples: toSamples(bytes), ...(place && { place }) });
    if (this.#waiting.length > maxWaitingFrames) this.#waiting.shift();
    this.#wake();
  }

  /** The microphone is muted: nothing comes until the next chunk. */
  pause(): void {
    if (this.#isOver) return;
    this.#waiting.push({ isPaused: true });
    this.#wake();
  }

  /** The caller has left. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *#read(): AsyncGenerator<AudioFrame | LinePause> {
    for (;;) {
      const frame = this.#waiting.shift();
      if (frame) yield frame;
      else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}

const isLittleEndian = endianness() === 'LE';

/** The bytes of a message are its own: where they lie as samples have to, they need no copy. */
function toSamples(bytes: Uint8Array): Int16Array {
  const length = Math.floor(bytes.byteLength / bytesPerSample);
  if (isLittleEndian && bytes.byteOffset % bytesPerSample === 0)
    return new Int16Array(bytes.buffer, bytes.byteOffset, length);
  const samples = new Int16Array(bytes.byteLength / bytesPerSample);
  const own = Buffer.from(samples.buffer);
  own.set(bytes);
  if (!isLittleEndian) own.swap16();
  return samples;
}

/** The samples themselves, which nobody changes any more. */
function toBytes(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return isLittleEndian ? bytes : Buffer.from(bytes).swap16();
}
