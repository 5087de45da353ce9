import { socketFrameSamples, socketSampleRate } from '@tendril/contract/voice/call-sound';
import { writeNumberedFrame } from '@tendril/contract/voice/numbered-frame';
import { CallClient } from './call-driver.ts';
import { makeSpeech } from './made-speech.ts';

const frameMs = 20;

/** A caller whose microphone never pauses, and whose loudspeaker plays at once. */
export class SpeakingCaller extends CallClient {
  #queue: Int16Array[] = [];
  #sentFrames = 0;
  #sequence: number | undefined;
  #startedAt = performance.now();
  #receivedMs = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(...line: ConstructorParameters<typeof CallClient>) {
    super(...line);
    this.socket.on('message', (data: Buffer, isBinary) => this.#hear(data, isBinary));
    this.#timer = setInterval(() => this.#sendDue(), frameMs);
    this.socket.once('open', () => {
      this.#startedAt = performance.now();
    });
    this.socket.once('close', () => clearInterval(this.#timer));
  }

  /** Announces that each frame from now on has its number and time, as our own page does. */
  numberFrames(): void {
    this.#sequence = 0;
    this.send({ type: 'numbered' });
  }

  /** Speaks a sentence; settles when its last sound is on the line, or the line is closed. */
  async speak(text: string): Promise<void> {
    const sound = await makeSpeech(text, socketSampleRate);
    for (let at = 0; at < sound.length; at += socketFrameSamples) {
      const frame = new Int16Array(socketFrameSamples);
      frame.set(sound.subarray(at, at + socketFrameSamples));
      this.#queue.push(frame);
    }
    while (this.#queue.length > 0 && this.socket.readyState !== this.socket.CLOSED)
      await new Promise((resolve) => setTimeout(resolve, frameMs));
  }

  #hear(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      this.#receivedMs += (data.length / 2 / socketSampleRate) * 1000;
      this.send({ type: 'played', ms: this.#receivedMs });
    } else if (data.includes('"type":"clear"')) {
      this.#receivedMs = 0;
    }
  }

  // A late timer sends what is due by then, as a microphone would.
  #sendDue(): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    const due = Math.floor((performance.now() - this.#startedAt) / frameMs);
    for (; this.#sentFrames < due; this.#sentFrames += 1) {
      const frame = this.#queue.shift() ?? new Int16Array(socketFrameSamples);
      if (this.#sequence === undefined) this.socket.send(Buffer.from(frame.buffer));
      else {
        const place = { sequence: this.#sequence, spokenMs: this.#sentFrames * frameMs };
        this.socket.send(writeNumberedFrame(frame, place));
        this.#sequence += 1;
      }
    }
  }
}
