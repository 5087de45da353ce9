import type { HearingLine, HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import { type CallClock, withDeadline } from '../call-clock.ts';
import { Hearing } from './hearing.ts';

/** A recogniser that takes longer for its last words is considered broken. */
const longestFinishMs = 10_000;

interface SpeechRecognizerEvents {
  onInterim(utterance: number, text: string, isEnd: boolean): void;
  onFinal(utterance: number, text: string): void;
  /** It failed and is reopened once. */
  onTrouble(message: string): void;
  /** It failed again: nothing will be recognized any more. */
  onLost(message: string): void;
}

/**
 * The speech recognition of a call. One utterance after the other goes to the recogniser; when its line breaks, it is
 * reopened once and gets again what it has not answered, so that no turn is lost.
 */
export class SpeechRecognizer {
  private line: HearingLine | undefined;
  private readonly waiting: Hearing[] = [];
  private hasRetried = false;
  private isClosed = false;
  private isFinishing = false;
  private readonly recogniser: SpeechToText;
  private readonly request: HearingRequest;
  private readonly clock: CallClock;
  private readonly events: SpeechRecognizerEvents;

  constructor(
    recogniser: SpeechToText,
    request: HearingRequest,
    clock: CallClock,
    events: SpeechRecognizerEvents,
  ) {
    this.recogniser = recogniser;
    this.request = request;
    this.clock = clock;
    this.events = events;
  }

  async open(): Promise<void> {
    try {
      const line = await this.recogniser.open(this.request);
      if (this.isClosed) return line.close();
      this.line = line;
      this.attachFirst();
    } catch (error) {
      await this.recover(error);
    }
  }

  /** Begins an utterance with the sound just before its onset was detected. */
  begin(id: number, preRoll: readonly Int16Array[]): void {
    this.waiting.push(new Hearing(id, preRoll));
    if (this.waiting.length === 1) this.guard(() => this.attachFirst());
  }

  push(frame: Int16Array): void {
    const last = this.waiting.at(-1);
    if (last && !last.isFinished) this.guard(() => last.push(frame));
  }

  finish(id: number): void {
    const hearing = this.waiting.find((one) => one.id === id);
    if (hearing) hearing.isFinished = true;
    else this.events.onFinal(id, '');
    this.finishFirst();
  }

  close(): void {
    this.isClosed = true;
    for (const hearing of this.waiting) this.guard(() => hearing.cancel());
    this.waiting.length = 0;
    this.guard(() => this.line?.close());
  }

  private attachFirst(): void {
    const [first] = this.waiting;
    if (!first || !this.line) return;
    const { line } = this;
    first.attach(line, (text, isEnd = false) => {
      if (this.line === line && this.waiting.includes(first) && text.trim() !== '')
        this.events.onInterim(first.id, text, isEnd);
    });
    this.finishFirst();
  }

  private finishFirst(): void {
    const [first] = this.waiting;
    const { line } = this;
    if (!first?.isFinished || !line || this.isFinishing) return;
    this.isFinishing = true;
    const late = () => new Error('The last words did not come in time.');
    withDeadline(
      this.clock,
      longestFinishMs,
      Promise.resolve().then(() => first.words()),
      late,
    ).then(
      (text) => this.take(first, line, text),
      (error) => {
        this.isFinishing = false;
        if (this.line === line) this.recover(error).catch(() => undefined);
        else this.finishFirst();
      },
    );
  }

  private take(first: Hearing, line: HearingLine, text: string): void {
    this.isFinishing = false;
    if (this.isClosed) return;
    // The line was reopened meanwhile: its answer counts, not this one.
    if (this.line !== line || this.waiting[0] !== first) {
      this.finishFirst();
      return;
    }
    this.hasRetried = false;
    this.waiting.shift();
    this.events.onFinal(first.id, text);
    this.guard(() => this.attachFirst());
  }

  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.recover(error).catch(() => undefined);
    }
  }

  private async recover(error: unknown): Promise<void> {
    const broken = this.line;
    this.line = undefined;
    if (this.isClosed) return;
    const message = error instanceof Error ? error.message : String(error);
    if (this.hasRetried) return this.events.onLost(message);
    this.hasRetried = true;
    this.events.onTrouble(message);
    try {
      broken?.close();
    } catch {
      // It is broken already.
    }
    await this.open();
  }
}
