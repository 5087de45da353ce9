import { parentPort, workerData } from 'node:worker_threads';
import { socketFrameSamples } from '../packages/contract/src/voice/call-sound.ts';
import { writeNumberedFrame } from '../packages/contract/src/voice/numbered-frame.ts';
import { tone } from '../packages/voice/src/testing/tone.ts';
import { clientMessage, PageSocket } from './page-socket.ts';

/** What the main thread sends to the pages of callers who ask. */
export interface AskingRequest {
  port: number;
  count: number;
  /** How often each caller asks. */
  questions: number;
}

const frameMs = 20;
const stepMs = 5;
/** Between the beginnings of a caller's questions. */
const periodMs = 4000;
const spokenFrames = 900 / frameMs;
/** Callers come one after the other, over the length of a question and its answer: no two of them are in step. */
const firstMs = 500;
const silence = new Int16Array(socketFrameSamples);
const voice = tone(frameMs);

/** One caller: its microphone never pauses, and its frames have their number and time, as those of pages do. */
class Caller {
  /** From the end of each question to the first frame of its answer. */
  readonly waits: number[] = [];
  readonly #socket: PageSocket;
  readonly #startAt: number;
  readonly #firstFrame: number;
  readonly #questions: number;
  #sequence = 0;
  #askedAt: number | undefined;

  constructor(
    port: number,
    startAt: number,
    { firstFrame, questions }: { firstFrame: number; questions: number },
  ) {
    this.#startAt = startAt;
    this.#firstFrame = firstFrame;
    this.#questions = questions;
    this.#socket = new PageSocket(port, (at) => this.#receive(at));
    this.#socket.whenOpen(() => this.#socket.send(clientMessage(JSON.stringify({ type: 'numbered' }))));
  }

  /** Sends what has been spoken by now. */
  speak(now: number): void {
    for (; this.#startAt + (this.#sequence + 1) * frameMs <= now; this.#sequence += 1) {
      const place = { sequence: this.#sequence, spokenMs: this.#sequence * frameMs };
      const isVoice = this.#isVoice(this.#sequence);
      this.#socket.send(clientMessage(writeNumberedFrame(isVoice ? voice : silence, place)));
      // The end of a frame's sound is when the microphone has it.
      if (isVoice) this.#askedAt = this.#startAt + (this.#sequence + 1) * frameMs;
    }
  }

  close(): void {
    this.#socket.close();
  }

  #isVoice(sequence: number): boolean {
    const frame = sequence - this.#firstFrame;
    const period = periodMs / frameMs;
    return frame >= 0 && frame < this.#questions * period && frame % period < spokenFrames;
  }

  #receive(at: number): void {
    if (this.#askedAt === undefined) return;
    this.waits.push(at - this.#askedAt);
    this.#askedAt = undefined;
  }
}

/** Callers on sockets, who ask and wait for the answer, each in a time of its own. */
async function run({ port, count, questions }: AskingRequest): Promise<number[]> {
  const callers: Caller[] = [];
  const begunAt = performance.now();
  let step = 0;
  let timer: NodeJS.Timeout | undefined;
  // By the clock: a timer that comes late moves nothing after it.
  const tick = () => {
    const now = performance.now();
    for (const caller of callers) caller.speak(now);
    step = Math.max(step + 1, Math.ceil((now - begunAt) / stepMs));
    timer = setTimeout(tick, begunAt + step * stepMs - now);
  };
  tick();
  for (let index = 0; index < count; index += 1) {
    const firstFrame = Math.round((firstMs + ((index * 0.618 * periodMs) % periodMs)) / frameMs);
    callers.push(new Caller(port, performance.now(), { firstFrame, questions }));
    await new Promise((resolve) => setTimeout(resolve, 7));
  }
  await new Promise((resolve) => setTimeout(resolve, firstMs + (questions + 1) * periodMs));
  clearTimeout(timer);
  for (const caller of callers) caller.close();
  return callers.flatMap(({ waits }) => waits);
}

parentPort?.postMessage(await run(workerData as AskingRequest));
