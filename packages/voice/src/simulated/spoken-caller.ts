import type { CallerSound } from '@tendril/contract/api/simulations';
import type { CallEvent } from '@tendril/contract/call-event';
import { socketSampleRate } from '@tendril/contract/voice/call-sound';
import { decodeG711, encodeG711 } from '../audio/g711.ts';
import type { CallClock } from '../call-clock.ts';
import { callerNoise } from './caller-noise.ts';
import { SimulatedLine, type SpokenSpan } from './simulated-line.ts';
import { type TalkFigures, talkFigures } from './talk-figures.ts';

/** Speaks words for a caller: samples at a rate, as loud as every caller's. */
export type CallerVoice = (words: string, sampleRate: number, signal: AbortSignal) => Promise<Int16Array>;

interface SpokenCallerParts {
  clock: CallClock;
  voice: CallerVoice;
  sound: CallerSound;
}

const phoneSampleRate = 8000;
const lookMs = 40;
/** An agent that has heard no words does not answer: after this silence the caller goes on. */
const unheardMs = 8000;
const longestAnswerMs = 60_000;

/** The caller of a test case who speaks, on a line of its own, and measures what it hears. */
export class SpokenCaller {
  readonly line: SimulatedLine;
  readonly #clock: CallClock;
  readonly #voice: CallerVoice;
  readonly #sound: CallerSound;
  readonly #agent: SpokenSpan[] = [];
  readonly #broken: SpokenSpan[] = [];
  readonly #interrupting = new Set<Promise<void>>();
  #isSpeaking = false;
  #isOver = false;
  #answers = 0;
  /** Words of the caller that the agent has understood and not answered yet. */
  #isOwed = false;
  #hasUnderstood = true;
  #lastAt: number;

  constructor({ clock, voice, sound }: SpokenCallerParts) {
    this.#clock = clock;
    this.#lastAt = clock.now();
    this.#voice = voice;
    this.#sound = sound;
    const isPhone = sound.line === 'phone';
    const sampleRate = isPhone ? phoneSampleRate : socketSampleRate;
    this.line = new SimulatedLine({
      clock,
      sampleRate,
      ...(sound.noise && { noise: callerNoise(sound.noise, sampleRate) }),
      ...(isPhone && { transmit: (frame) => decodeG711('pcmu', encodeG711('pcmu', frame)) }),
    });
  }

  /** Notes an event of the call. */
  take(event: CallEvent, signal: AbortSignal): void {
    const now = this.#clock.now();
    if (event.type !== 'transcript-interim') this.#lastAt = now;
    if (event.type === 'agent-speech-start') {
      this.#isSpeaking = true;
      this.#answers += 1;
      this.#agent.push({ from: now, to: Number.POSITIVE_INFINITY });
      this.#planInterruptions(signal);
    } else if (event.type === 'agent-speech-end') {
      this.#isSpeaking = false;
      const last = this.#agent.at(-1);
      if (last) last.to = now;
    } else if (event.type === 'user-turn') {
      this.#isOwed = true;
      this.#hasUnderstood = true;
    } else if (event.type === 'agent-turn') this.#isOwed = false;
    else if (event.type === 'call-end') this.#isOver = true;
  }

  /** Speaks, and waits until the agent has answered and is silent; also when it has understood nothing. */
  async say(words: string, signal: AbortSignal): Promise<void> {
    this.#hasUnderstood = false;
    await this.#speak(words, signal);
    await this.answered(signal);
  }

  /** Waits until nothing is owed to the caller, and the agent is silent. */
  async answered(signal: AbortSignal): Promise<void> {
    const until = this.#clock.now() + longestAnswerMs;
    while (!this.#isSettled() && !signal.aborted && this.#clock.now() < until) await this.#wait(lookMs);
    await Promise.all(this.#interrupting);
  }

  figures(): TalkFigures {
    const { said: caller, cleared } = this.line;
    return talkFigures({ caller, cleared, agent: this.#agent, interruptions: this.#broken });
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.after(ms, resolve));
  }

  #isSettled(): boolean {
    if (this.#isOver) return true;
    if (this.#isSpeaking || this.#isOwed || this.#interrupting.size > 0) return false;
    return this.#hasUnderstood || this.#clock.now() - this.#lastAt > unheardMs;
  }

  async #speak(words: string, signal: AbortSignal): Promise<SpokenSpan> {
    const samples = await this.#voice(words, this.line.format.sampleRate, signal);
    const span = await this.line.say(samples);
    this.#lastAt = this.#clock.now();
    return span;
  }

  #planInterruptions(signal: AbortSignal): void {
    const answer = this.#answers;
    for (const { answer: wanted, afterMs, words } of this.#sound.interruptions) {
      if (wanted !== answer) continue;
      const work = this.#interrupt(answer, afterMs, words, signal).finally(() => {
        this.#interrupting.delete(work);
      });
      this.#interrupting.add(work);
    }
  }

  /** Breaks into an answer, unless it is over by then. */
  async #interrupt(answer: number, afterMs: number, words: string, signal: AbortSignal): Promise<void> {
    const voice = this.#voice(words, this.line.format.sampleRate, signal).catch(() => undefined);
    await this.#wait(afterMs);
    const samples = await voice;
    if (!samples || !this.#isSpeaking || this.#answers !== answer || signal.aborted) return;
    this.#hasUnderstood = false;
    const saying = this.line.say(samples);
    const span = this.line.said.at(-1);
    if (span) this.#broken.push(span);
    await saying;
    this.#lastAt = this.#clock.now();
  }
}
